package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.claims.Claims;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories that come from paths with variables which stand for rows.
 */
class TemplatesTests extends AbstractTemplatesTests {

	@ParameterizedTest
	@MethodSource("databases")
	void eachAssociatedRowIsADirectory(RunningClaims database) {
		claim(database, "C-17", null);
		claim(database, "C-18", null);
		assertThat(database.list("claims")).as("without files, too").containsExactly("C-17", "C-18");
		RegularFile created = database.create("claims/C-17/photo.jpg", "pixels");
		assertThat(database.read("claims/C-17/photo.jpg")).isEqualTo("pixels");
		assertThat(database.list("claims/C-17")).containsExactly("photo.jpg");
		assertThat(database.list("claims/C-18")).isEmpty();
		assertThat(database.find("claims/C-18/photo.jpg")).isNull();
		assertThat(database.find("claims/C-19")).isNull();
		assertThat(created.key()).isEqualTo(database.file("claims/C-17/photo.jpg").key());
		database.create("claims/C-18/photo.jpg", "others");
		assertThat(database.read("claims/C-17/photo.jpg")).isEqualTo("pixels");
		assertThat(database.list("claims/C-18")).as("no id beside the name").containsExactly("photo.jpg");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryOfARowKeepsItsKey(RunningClaims database) {
		Claims.Claim claim = claim(database, "C-17", null);
		NodeKey key = database.directory("claims/C-17").key();
		assertThat(key).isEqualTo(new NodeKey("Claim", String.valueOf(claim.id)));
		database.jdbc().update("update claim set number = 'C-99'");
		assertThat(database.directory("claims/C-99").key()).isEqualTo(key);
		assertThat(database.directory("claims").findDirectory(key)).isNotNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void rowsWithTheSameNameHaveTheirIds(RunningClaims database) {
		Claims.Claim one = claim(database, "C-17", null);
		Claims.Claim two = claim(database, "C-17", null);
		Claims.Claim nameless = claim(database, null, null);
		assertThat(database.list("claims")).containsExactlyInAnyOrder("C-17~" + one.id, "C-17~" + two.id,
				"~" + nameless.id);
		assertThat(database.find("claims/C-17")).isNull();
		database.create("claims/C-17~" + two.id + "/a", "x");
		assertThat(database.list("claims/C-17~" + one.id)).isEmpty();
		assertThat(database.directory("claims").isTaken(new Name("C-17"))).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A file that is moved to another directory of its repository gets the values of that directory, and "
			+ "keeps its identity.")
	void aFileMovesToAnotherDirectoryByOneTransaction(RunningClaims database) {
		claim(database, "C-17", null);
		claim(database, "C-18", null);
		RegularFile created = database.create("claims/C-17/a.jpg", "pixels");
		Directory target = database.directory("claims/C-18");
		assertThat(target.takesFrom(database.directory("claims/C-17"), created)).isTrue();
		RegularFile moved = target.rename(created, new Name("b.jpg"), null);
		assertThat(moved.key()).isEqualTo(created.key());
		assertThat(database.list("claims/C-17")).isEmpty();
		assertThat(database.read("claims/C-18/b.jpg")).isEqualTo("pixels");
		RegularFile other = database.create("claims/C-17/b.jpg", "newer");
		assertThat(target.rename(other, new Name("b.jpg"), moved).key()).isEqualTo(created.key());
		assertThat(database.list("claims/C-17")).isEmpty();
		assertThat(database.read("claims/C-18/b.jpg")).isEqualTo("newer");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void filesDoNotMoveToOtherRepositories(RunningClaims database) {
		customer(database, "ACME", null);
		claim(database, "C-17", null);
		RegularFile created = database.create("claims/C-17/a.jpg", "pixels");
		assertThat(database.directory("customers/ACME/letters").takesFrom(database.directory("claims/C-17"), created))
			.isFalse();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void directoriesOfARepositoryAreMadeRenamedAndRemoved(RunningClaims database) {
		Directory customers = database.directory("customers");
		assertThat(customers.canCreateDirectories()).isTrue();
		Directory made = customers.createDirectory(new Name("ACME"), Ownership.NONE);
		assertThat(database.repository(Claims.CustomerRepository.class).findByName("ACME")).isPresent();
		assertThat(failure(() -> customers.createDirectory(new Name("ACME"), Ownership.NONE)).errno())
			.isEqualTo(Errno.EEXIST);
		assertThat(database.list("customers")).containsExactly("ACME");
		assertThat(database.list("customers/ACME")).containsExactly("letters");
		database.create("customers/ACME/letters/a.txt", "Dear");
		Directory renamed = customers.renameDirectory(made, new Name("ACME Ltd."), null);
		assertThat(renamed.key()).isEqualTo(made.key());
		assertThat(database.read("customers/ACME Ltd./letters/a.txt")).isEqualTo("Dear");
		assertThat(database.directory("mixed/ACME Ltd.").attributes()).isNotNull();
		assertThat(failure(() -> customers.deleteDirectory(database.directory("customers/ACME Ltd."))).errno())
			.isEqualTo(Errno.ENOTEMPTY);
		database.directory("customers/ACME Ltd./letters").delete(database.file("customers/ACME Ltd./letters/a.txt"));
		customers.deleteDirectory(database.directory("customers/ACME Ltd."));
		assertThat(database.list("customers")).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneStatementThatStopsAtTheFirstRowSaysWhetherADirectoryIsEmpty(RunningClaims database) {
		Directory customers = database.directory("customers");
		Directory made = customers.createDirectory(new Name("ACME"), Ownership.NONE);
		for (int i = 0; i <= RunningClaims.PAGE_SIZE; i++) {
			database.create("customers/ACME/letters/" + i, "Dear");
		}
		assertThat(database.statements(
				() -> assertThat(failure(() -> customers.deleteDirectory(made)).errno()).isEqualTo(Errno.ENOTEMPTY)))
			.as("the row is locked, and the rows in it are looked for")
			.hasSize(2)
			.last()
			.asString()
			.startsWith("select case when exists(");
		Directory letters = database.directory("customers/ACME/letters");
		database.list("customers/ACME/letters")
			.forEach((name) -> letters.delete(database.file("customers/ACME/letters/" + name)));
		assertThat(database.statements(() -> customers.deleteDirectory(made))).hasSize(3);
		assertThat(database.list("customers")).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryThatIsNotTheRepositorysOwnPlaceIsChangedAsWell(RunningClaims database) {
		Directory mixed = database.directory("mixed");
		mixed.createDirectory(new Name("ACME"), Ownership.NONE);
		assertThat(database.list("customers")).containsExactly("ACME");
		assertThat(database.directory("mixed/ACME").key()).isNotEqualTo(database.directory("customers/ACME").key());
		mixed.renameDirectory(database.directory("mixed/ACME"), new Name("Other"), null);
		assertThat(database.list("customers")).containsExactly("Other");
		mixed.deleteDirectory(database.directory("mixed/Other"));
		assertThat(database.list("customers")).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void fixedDirectoriesStayWithTheirParent(RunningClaims database) {
		customer(database, "ACME", null);
		Directory acme = database.directory("customers/ACME");
		Directory letters = database.directory("customers/ACME/letters");
		assertThat(letters.isFixed()).isTrue();
		assertThat(acme.isFixed()).isFalse();
		assertThat(failure(() -> acme.deleteDirectory(letters)).errno()).isEqualTo(Errno.EPERM);
		assertThat(acme.canCreateDirectories()).isFalse();
		assertThat(acme.canCreate()).as("scratch files may be").isTrue();
		assertThat(acme.refusesNewFiles()).isEqualTo("there are only directories here");
		assertThat(database.directory("customers").canCreate()).as("scratch files may be").isTrue();
		assertThat(database.directory("customers").refusesNewFiles()).isEqualTo("there are only directories here");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowThatTwoRepositoriesShowIsOneFile(RunningClaims database) {
		customer(database, "ACME", null);
		claim(database, "C-55", null);
		RegularFile one = database.create("claims/C-55/a.txt", "text");
		RegularFile other = database.file("states/OPEN/C-55/a.txt");
		assertThat(other.key()).isNotEqualTo(one.key());
		assertThat(other.isSameFile(one)).isTrue();
		assertThat(database.create("claims/C-55/b.txt", "text").isSameFile(one)).isFalse();
		assertThat(database.create("mixed/ACME/a.txt", "text").isSameFile(one)).isFalse();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void propertiesOfAnotherEntityAreDirectories(RunningClaims database) {
		Claims.Customer north = customer(database, "ACME", "north");
		Claims.Customer south = customer(database, "Bolt", "south");
		claim(database, "C-17", north);
		claim(database, "C-18", south);
		claim(database, "C-19", null);
		assertThat(database.list("states")).containsExactly("OPEN");
		assertThat(database.list("states/OPEN")).containsExactly("C-17", "C-18", "C-19");
		assertThat(database.list("regions")).containsExactly("north", "south");
		assertThat(database.list("regions/north")).containsExactly("ACME");
		assertThat(database.list("regions/north/ACME")).containsExactly("C-17");
		database.create("regions/north/ACME/C-17/a.txt", "text");
		assertThat(database.read("claims/C-17/a.txt")).isEqualTo("text");
		assertThat(database.read("states/OPEN/C-17/a.txt")).isEqualTo("text");
		assertThat(database.list("regions/south/Bolt/C-18")).isEmpty();
		database.create("claims/C-19/b.txt", "other");
		assertThat(database.list("regions")).containsExactly("north", "south", "(none)");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void rowsAreDirectoriesBesideWhatTheirFilesHave(RunningClaims database) {
		Claims.Customer acme = customer(database, "ACME", null);
		customer(database, "Bolt", null);
		letter(database, "a.txt", acme, null, 2025);
		letter(database, "b.txt", null, null, 2026);
		assertThat(database.list("years")).containsExactly("2025", "2026");
		assertThat(database.list("years/2025")).containsExactly("ACME");
		assertThat(database.list("years/2026")).containsExactly("(none)");
		assertThat(database.find("years/2025/Bolt")).isNull();
		database.directory("years/2025").createDirectory(new Name("Bolt"), Ownership.NONE);
		assertThat(database.list("years/2025")).containsExactly("ACME", "Bolt");
		database.create("years/2025/Bolt/c.txt", "x");
		assertThat(database.list("customers/Bolt/letters")).containsExactly("c.txt");
		assertThat(failure(() -> database.directory("years/2025").createDirectory(new Name("Nobody"), Ownership.NONE))
			.errno()).isEqualTo(Errno.EPERM);
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("When files of several repositories in one directory have one name, one file has the name, and the "
			+ "others have their entity and id in their names.")
	void filesOfSeveralRepositoriesLieInOneDirectory(RunningClaims database) {
		Claims.Customer acme = customer(database, "ACME", null);
		Claims.Letter letter = letter(database, "a.txt", acme, null, null);
		RegularFile photo = database.create("mixed/ACME/a.txt", "photo");
		database.create("mixed/ACME/b.txt", "photo");
		assertThat(database.list("mixed/ACME")).containsExactlyInAnyOrder("a.txt", "b.txt",
				"a~Letter-" + letter.id + ".txt");
		assertThat(database.file("mixed/ACME/a.txt").key()).isEqualTo(photo.key());
		assertThat(database.read("mixed/ACME/a~Letter-" + letter.id + ".txt")).isEqualTo("a.txt");
		database.directory("mixed/ACME").delete(database.file("mixed/ACME/a.txt"));
		assertThat(database.list("mixed/ACME")).as("the name stays")
			.containsExactlyInAnyOrder("b.txt", "a~Letter-" + letter.id + ".txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void whatCanNotBeToldByTheDirectoryRefusesNewFiles(RunningClaims database) {
		Claims.Claim claim = claim(database, "C-17", null);
		Claims.Attachment attachment = new Claims.Attachment();
		attachment.claim = claim;
		attachment.name = "a";
		attachment.fill("a");
		database.save(attachment);
		Directory region = database.directory("regions/(none)/(none)/C-17");
		assertThat(region.refusesNewFiles()).isNull();
		assertThat(database.directory("claims/C-17").refusesNewFiles()).isNull();
		assertThat(database.list("regions/(none)/(none)/C-17")).containsExactly("a");
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("Directories of rows, and those derived from them, have the same inode numbers after a restart.")
	void keysOfDerivedDirectoriesAreStable(RunningClaims database) {
		Claims.Customer acme = customer(database, "ACME", null);
		letter(database, "a.txt", acme, "x/y", 2025);
		for (String path : List.of("customers", "customers/ACME", "customers/ACME/letters", "kinds/x%2Fy",
				"kinds/x%2Fy/2025", "years/2025/ACME", "dates")) {
			Directory directory = database.directory(path);
			Directory root = database.directory(path.split("/")[0]);
			Directory found = root.findDirectory(directory.key());
			assertThat(found).as(path).isNotNull();
			assertThat(Objects.requireNonNull(found).key()).isEqualTo(directory.key());
		}
		assertThat(database.directory("kinds").findDirectory(new NodeKey("Customer", String.valueOf(acme.id))))
			.isNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void newsTellTheDirectory(RunningClaims database) {
		Claims.Claim claim = claim(database, "C-66", null);
		NodeKey directory = database.directory("claims/C-66").key();
		assertThat(database.news()).extracting(NodeChange::node).contains(directory);
		database.news().clear();
		Claims.Attachment attachment = new Claims.Attachment();
		attachment.claim = claim;
		attachment.name = "a";
		attachment.fill("a");
		database.save(attachment);
		NodeKey file = database.file("claims/C-66/a").key();
		assertThat(database.news()).contains(new NodeChange(file, directory));
		database.apply((entityManager) -> {
			entityManager.remove(entityManager.merge(attachment));
			return attachment;
		});
		assertThat(database.news()).contains(new NodeChange(file, directory, true));
	}

}
