package io.fusemount.data.jpa.rights;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.rights.office.Office;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.rights.RunningOffice.as;
import static io.fusemount.data.jpa.rights.office.Users.ALICE;
import static io.fusemount.data.jpa.rights.office.Users.BOB;
import static io.fusemount.data.jpa.rights.office.Users.CLERK;
import static io.fusemount.data.jpa.rights.office.Users.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories that not everybody sees: rows with conditions of their own, and those that
 * are there for their files.
 */
class GuardedDirectoriesTests extends AbstractOfficeTests {

	@ParameterizedTest
	@MethodSource("databases")
	void aFolderIsThereForWhoeverMayReadItsRow(RunningOffice database) {
		Office.Folder open = database.folder("open", null, false, false);
		database.folder("secret", null, true, false);
		database.folder("inside", open, true, false);
		assertThat(database.list(ALICE, "folders")).containsExactly("open");
		assertThat(database.list(CLERK, "folders")).containsExactlyInAnyOrder("open", "secret");
		assertThat(database.find(ALICE, "folders/secret")).isNull();
		assertThat(database.isTaken(ALICE, "folders/secret")).isTrue();
		assertThat(database.isTaken(CLERK, "folders/secret")).isFalse();
		assertThat(database.list(ALICE, "folders/open")).isEmpty();
		assertThat(database.list(CLERK, "folders/open")).containsExactly("inside");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryWithHiddenRowsIsNotEmpty(RunningOffice database) {
		database.folder("inside", database.folder("open", null, false, false), true, false);
		Directory folders = database.directory(ALICE, "folders");
		Directory open = database.directory(ALICE, "folders/open");
		assertThat(failure(() -> as(ALICE, () -> {
			folders.deleteDirectory(open);
			return open;
		})).errno()).isEqualTo(Errno.ENOTEMPTY);
		assertThat(database.count("folder")).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aFolderThatMayNotBeChangedSaysSo(RunningOffice database) {
		database.folder("free", null, false, false);
		database.folder("locked", null, false, true);
		assertThat(database.list(ALICE, "folders")).containsExactlyInAnyOrder("free", "locked");
		assertThat(database.directory(ALICE, "folders").isChangeable()).isTrue();
		assertThat(database.directory(ALICE, "folders/free").isChangeable()).isTrue();
		assertThat(database.directory(ALICE, "folders/locked").isChangeable()).isFalse();
		assertThat(database.directory(CLERK, "folders/locked").isChangeable()).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aNewFolderCostsOneStatementToCheck(RunningOffice database) {
		Directory folders = database.directory(ALICE, "folders");
		List<String> made = database
			.statements(() -> as(ALICE, () -> folders.createDirectory(new Name("new"), Ownership.NONE)));
		assertThat(made).filteredOn((sql) -> sql.startsWith("select 1 from folder")).hasSize(1);
		Directory named = database.directory(ALICE, "folders/new");
		assertThat(database.statements(() -> as(ALICE, () -> folders.renameDirectory(named, new Name("other"), null))))
			.as("as does a rename")
			.filteredOn((sql) -> sql.startsWith("select 1 from folder"))
			.hasSize(1);
		Directory other = database.directory(ALICE, "folders/other");
		assertThat(database.statements(() -> delete(ALICE, folders, other))).as("and a removal")
			.filteredOn((sql) -> sql.startsWith("select 1 from folder"))
			.hasSize(1);
	}

	private static void delete(Caller caller, Directory parent, Directory child) {
		as(caller, () -> {
			parent.deleteDirectory(child);
			return child;
		});
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aFolderIsNotRenamedToWhatItsUserMayNotRead(RunningOffice database) {
		database.folder("alice-1", null, false, false);
		Directory shelves = database.directory(ALICE, "shelves");
		Directory folder = database.directory(ALICE, "shelves/alice-1");
		assertThat(failure(() -> as(ALICE, () -> shelves.renameDirectory(folder, new Name("bob-1"), null))).errno())
			.isEqualTo(Errno.EACCES);
		assertThat(database.list(BOB, "shelves")).isEmpty();
		assertThat(database.list(ALICE, "shelves")).containsExactly("alice-1");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aFolderThatMayNotBeChangedAnyMoreIsNeitherReplacedNorRemoved(RunningOffice database) {
		database.folder("free", null, false, false);
		database.folder("locked", null, false, true);
		Directory folders = database.directory(CLERK, "folders");
		Directory free = database.directory(CLERK, "folders/free");
		Directory locked = database.directory(CLERK, "folders/locked");
		assertThat(failure(() -> delete(ALICE, folders, locked)).errno()).isEqualTo(Errno.EACCES);
		assertThat(failure(() -> as(ALICE, () -> folders.renameDirectory(free, new Name("locked"), locked))).errno())
			.isEqualTo(Errno.EACCES);
		assertThat(database.list(ALICE, "folders")).containsExactlyInAnyOrder("free", "locked");
		delete(CLERK, folders, locked);
		assertThat(database.list(ALICE, "folders")).containsExactly("free");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aHiddenFolderTakesItsNameFromFilesWhoeverLooks(RunningOffice database) {
		database.folder("x", null, true, false);
		Office.Paper paper = new Office.Paper();
		paper.name = "x";
		paper.fill("x");
		database.save(paper);
		assertThat(database.list(ALICE, "folders")).containsExactly("x~" + paper.id);
		assertThat(database.list(CLERK, "folders")).containsExactlyInAnyOrder("x", "x~" + paper.id);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryOfAValueIsThereForWhoeverMayReadAFileInIt(RunningOffice database) {
		Office.Client alice = database.client("alice");
		Office.Client bob = database.client("bob");
		database.letter("a", alice, "bill", false);
		database.letter("b", bob, "bill", false);
		database.letter("c", bob, "dunning", false);
		database.letter("d", bob, null, false);
		assertThat(database.list(ALICE, "kinds")).containsExactly("bill");
		assertThat(database.list(BOB, "kinds")).containsExactly("bill", "dunning", "(none)");
		assertThat(database.list(ALICE, "kinds/bill")).containsExactly("a");
		assertThat(database.find(ALICE, "kinds/dunning")).isNull();
		assertThat(database.find(ALICE, "kinds/(none)")).isNull();
		assertThat(database.list(BOB, "kinds/(none)")).containsExactly("d");
		assertThat(database.statements(() -> database.directory(ALICE, "kinds").list(null))).hasSizeLessThan(3);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryOfAPeriodIsThereForWhoeverMayReadAFileInIt(RunningOffice database) {
		dated(database, "a", database.client("alice"), "2024-05-05T12:00:00Z");
		Office.Client bob = database.client("bob");
		dated(database, "b", bob, "2020-05-05T12:00:00Z");
		dated(database, "c", bob, "2022-05-05T12:00:00Z");
		dated(database, "d", bob, "2024-05-05T12:00:00Z");
		assertThat(database.list(ALICE, "dates")).containsExactly("2024");
		assertThat(database.list(BOB, "dates")).containsExactly("2020", "2022", "2024");
		assertThat(database.find(ALICE, "dates/2022")).isNull();
		assertThat(database.list(ALICE, "dates/2024")).containsExactly("a");
	}

	private static void dated(RunningOffice database, String name, Office.Client client, String created) {
		Office.Letter letter = new Office.Letter();
		letter.name = name;
		letter.client = client;
		letter.created = Instant.parse(created);
		letter.fill(name);
		database.save(letter);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryOfARowIsThereForWhoeverMayReadAFileInIt(RunningOffice database) {
		Office.Client alice = database.client("alice");
		Office.Client bob = database.client("bob");
		database.letter("a", alice);
		database.letter("b", bob);
		assertThat(database.list(ALICE, "clients")).containsExactly(alice.name);
		assertThat(database.list(CLERK, "clients")).containsExactlyInAnyOrder(alice.name, bob.name);
		assertThat(database.find(ALICE, "clients/" + bob.name)).isNull();
		assertThat(database.isTaken(ALICE, "clients/" + bob.name)).as("it can be made").isFalse();
		assertThat(database.list(ALICE, "public")).as("files without conditions")
			.containsExactlyInAnyOrder(alice.name, bob.name);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryThatACallerMakesIsSeenByThoseWhoSeeTheSame(RunningOffice database) {
		Directory kinds = database.directory(ALICE, "kinds");
		as(ALICE, () -> kinds.createDirectory(new Name("memo"), Ownership.NONE));
		assertThat(database.list(ALICE, "kinds")).containsExactly("memo");
		assertThat(database.list(new Caller(1001, 1001, 99), "kinds")).containsExactly("memo");
		assertThat(database.list(BOB, "kinds")).isEmpty();
		assertThat(database.find(BOB, "kinds/memo")).isNull();
		database.client("alice");
		database.create(ALICE, "kinds/memo/a");
		assertThat(database.list(ALICE, "kinds/memo")).containsExactly("a");
		Directory memo = database.directory(ALICE, "kinds/memo");
		as(ALICE, () -> {
			memo.delete(database.file(ALICE, "kinds/memo/a"));
			kinds.deleteDirectory(memo);
			return memo;
		});
		assertThat(database.list(ALICE, "kinds")).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void audiencesAreThoseWithTheSameValues(RunningOffice database) {
		Audiences audiences = Objects.requireNonNull(database.directory(CLERK, "folders").audiences());
		Object alice = as(ALICE, audiences::current);
		assertThat(as(BOB, audiences::current)).as("no clerk either").isEqualTo(alice);
		assertThat(as(STRANGER, audiences::current)).isEqualTo(alice);
		assertThat(as(CLERK, audiences::current)).isNotEqualTo(alice);
		assertThat(audiences.current()).as("of the application")
			.isEqualTo(audiences.known())
			.isNotIn(alice, as(CLERK, audiences::current));
	}

}
