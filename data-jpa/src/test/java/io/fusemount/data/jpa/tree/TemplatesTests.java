package io.fusemount.data.jpa.tree;

import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.claims.Claims;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Directories that come from paths with variables.
 */
class TemplatesTests {

	static Stream<RunningClaims> databases() {
		return Running.DATABASES.stream();
	}

	@BeforeEach
	void clear() {
		databases().forEach(RunningClaims::clear);
	}

	private static Claims.Customer customer(RunningClaims database, String name, @Nullable String region) {
		Claims.Customer customer = new Claims.Customer();
		customer.name = name;
		customer.region = region;
		return database.save(customer);
	}

	private static Claims.Claim claim(RunningClaims database, @Nullable String number,
			Claims.@Nullable Customer customer) {
		Claims.Claim claim = new Claims.Claim();
		claim.number = number;
		claim.customer = customer;
		return database.save(claim);
	}

	private static Claims.Letter letter(RunningClaims database, String name, Claims.@Nullable Customer customer,
			@Nullable String kind, @Nullable Integer year) {
		Claims.Letter letter = new Claims.Letter();
		letter.name = name;
		letter.customer = customer;
		letter.kind = kind;
		letter.year = year;
		letter.fill(name);
		return database.save(letter);
	}

	private static ErrnoException failure(ThrowingCallable work) {
		Throwable failure = catchThrowable(work);
		assertThat(failure).isInstanceOf(ErrnoException.class);
		return (ErrnoException) failure;
	}

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
		assertThat(database.directory("claims").isAmbiguous(new Name("C-17"))).isTrue();
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
		Directory made = customers.createDirectory(new Name("ACME"));
		assertThat(database.repository(Claims.CustomerRepository.class).findByName("ACME")).isPresent();
		assertThat(failure(() -> customers.createDirectory(new Name("ACME"))).errno()).isEqualTo(Errno.EEXIST);
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
	void aDirectoryThatIsNotTheRepositorysOwnPlaceIsChangedAsWell(RunningClaims database) {
		Directory mixed = database.directory("mixed");
		mixed.createDirectory(new Name("ACME"));
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
	@Semantics("Rows without a value for a step of the path are in the directory `(none)`.")
	void whatHasNoDirectoryIsInOneForThat(RunningClaims database) {
		customer(database, "ACME", null);
		assertThat(database.list("customers")).containsExactly("ACME");
		assertThat(database.find("customers/(none)")).isNull();
		letter(database, "lost.txt", null, null, null);
		assertThat(database.list("customers")).containsExactly("ACME", "(none)");
		assertThat(database.read("customers/(none)/letters/lost.txt")).isEqualTo("lost.txt");
		database.create("customers/(none)/letters/other.txt", "x");
		RegularFile lost = database.file("customers/(none)/letters/lost.txt");
		database.directory("customers/ACME/letters").rename(lost, new Name("found.txt"), null);
		assertThat(database.list("customers/(none)/letters")).containsExactly("other.txt");
		assertThat(database.list("customers/ACME/letters")).containsExactly("found.txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowThatIsCalledAsNothingIsHasItsId(RunningClaims database) {
		Claims.Customer none = customer(database, "(none)", null);
		assertThat(database.list("customers")).containsExactly("(none)~" + none.id);
		letter(database, "lost.txt", null, "(none)", 1);
		letter(database, "b.txt", null, "%28none)", 1);
		letter(database, "c.txt", null, null, 1);
		assertThat(database.list("customers")).containsExactly("(none)~" + none.id, "(none)");
		assertThat(database.list("kinds")).contains("%28none)", "%2528none)", "(none)");
		assertThat(database.list("kinds/%28none)/1")).containsExactly("lost.txt");
		assertThat(database.list("kinds/%2528none)/1")).containsExactly("b.txt");
		assertThat(database.list("kinds/(none)/1")).containsExactly("c.txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void eachValueIsADirectory(RunningClaims database) {
		letter(database, "a.txt", null, "draft", 2025);
		letter(database, "b.txt", null, "draft", 2026);
		letter(database, "c.txt", null, "bill", 2026);
		letter(database, "d.txt", null, "a/b", null);
		letter(database, "e.txt", null, "", null);
		assertThat(database.list("kinds")).contains("draft", "bill", "a%2Fb", "%");
		assertThat(database.list("kinds/draft")).containsExactly("2025", "2026");
		assertThat(database.list("kinds/draft/2025")).containsExactly("a.txt");
		assertThat(database.list("kinds/a%2Fb")).containsExactly("(none)");
		assertThat(database.list("kinds/%/(none)")).containsExactly("e.txt");
		assertThat(database.find("kinds/draft/02025")).isNull();
		assertThat(database.find("kinds/draft/x")).isNull();
		assertThat(database.find("kinds/Draft")).isNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void emptyTextAndNothingAreTwoDirectories(RunningClaims database) {
		letter(database, "none.txt", null, null, 1);
		letter(database, "empty.txt", null, "", 1);
		assertThat(database.list("kinds")).contains("%", "(none)");
		assertThat(database.directory("kinds/%").key()).isNotEqualTo(database.directory("kinds/(none)").key());
		for (String path : List.of("kinds/%/1", "kinds/(none)/1")) {
			NodeKey key = database.directory(path).key();
			assertThat(Objects.requireNonNull(database.directory("kinds").findDirectory(key)).key()).isEqualTo(key);
		}
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
	void aValueThatIsTooLongIsFoundByItsName(RunningClaims database) {
		String kind = "ü".repeat(200);
		letter(database, "a.txt", null, kind, 1);
		List<String> names = database.list("kinds");
		String name = names.stream().filter((it) -> it.startsWith("üüü")).findFirst().orElseThrow();
		assertThat(database.list("kinds/" + name + "/1")).containsExactly("a.txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A file that is created in a directory of a row or a value gets the values of the path, in the "
			+ "transaction that stores it.")
	void whatIsMadeInADirectoryOfAValueHasTheValue(RunningClaims database) {
		letter(database, "a.txt", null, "plan", 2025);
		database.create("kinds/plan/2025/new.txt", "new");
		assertThat(database.jdbc().queryForObject("select of_year from letter where name = 'new.txt'", Integer.class))
			.isEqualTo(2025);
		Directory offers = database.directory("kinds/plan");
		offers.createDirectory(new Name("2027"));
		assertThat(database.list("kinds/plan")).containsExactly("2025", "2027");
		RegularFile file = database.file("kinds/plan/2025/new.txt");
		RegularFile moved = database.directory("kinds/plan/2027").rename(file, new Name("new.txt"), null);
		assertThat(moved.key()).isEqualTo(file.key());
		assertThat(database.list("kinds/plan/2027")).containsExactly("new.txt");
		assertThat(failure(() -> offers.createDirectory(new Name("soon"))).errno()).isEqualTo(Errno.EINVAL);
		assertThat(failure(() -> offers.deleteDirectory(database.directory("kinds/plan/2027"))).errno())
			.isEqualTo(Errno.ENOTEMPTY);
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A directory of a value stays when its last file has gone, until a program removes it or the "
			+ "application ends.")
	void aDirectoryOfAValueStaysUntilItIsRemoved(RunningClaims database) {
		letter(database, "a.txt", null, "note", 2025);
		database.directory("kinds/note/2025").delete(database.file("kinds/note/2025/a.txt"));
		assertThat(database.list("kinds")).contains("note");
		assertThat(database.list("kinds/note")).containsExactly("2025");
		Directory offers = database.directory("kinds/note");
		offers.renameDirectory(database.directory("kinds/note/2025"), new Name("2026"), null);
		assertThat(database.list("kinds/note")).containsExactly("2026");
		offers.deleteDirectory(database.directory("kinds/note/2026"));
		database.directory("kinds").deleteDirectory(offers);
		assertThat(database.list("kinds")).doesNotContain("note");
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A value that rows have cannot be renamed as a directory: EPERM.")
	void aValueThatRowsHaveIsNotRenamedBehindTheirBacks(RunningClaims database) {
		letter(database, "a.txt", null, "offer", 2025);
		ErrnoException refusal = failure(() -> database.directory("kinds")
			.renameDirectory(database.directory("kinds/offer"), new Name("b"), null));
		assertThat(refusal.errno()).isEqualTo(Errno.EPERM);
		assertThat(refusal).hasMessage("'offer' is a value that rows have");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void datesAreDirectoriesForReading(RunningClaims database) {
		date(letter(database, "a.txt", null, null, null), database, "2024-12-31T23:59:59.999999");
		date(letter(database, "b.txt", null, null, null), database, "2025-01-01T00:00:00");
		date(letter(database, "c.txt", null, null, null), database, "2025-03-31T12:00:00");
		date(letter(database, "d.txt", null, null, null), database, "2027-03-01T12:00:00");
		date(letter(database, "e.txt", null, null, null), database, null);
		assertThat(database.list("dates")).containsExactly("2024", "2025", "2027", "(none)");
		assertThat(database.list("dates/2024")).containsExactly("12");
		assertThat(database.list("dates/2025")).containsExactly("01", "03");
		assertThat(database.list("dates/2025/01")).containsExactly("b.txt");
		assertThat(database.list("dates/2025/03")).containsExactly("c.txt");
		assertThat(database.find("dates/2026")).isNull();
		assertThat(database.find("dates/2025/02")).isNull();
		assertThat(database.find("dates/2025/1")).isNull();
		Directory month = database.directory("dates/2025/03");
		assertThat(month.canCreate()).isFalse();
		assertThat(month.canDelete()).isFalse();
		assertThat(database.list("dates/(none)")).containsExactly("(none)");
		assertThat(database.list("dates/(none)/(none)")).containsExactly("e.txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("In a directory that does not determine all values that a new file needs, such as a directory of a "
			+ "year, creating ends with EPERM.")
	void aPeriodDoesNotSayWhenAFileIsFrom(RunningClaims database) {
		date(letter(database, "a.txt", null, null, null), database, "2025-03-31T12:00:00");
		date(letter(database, "b.txt", null, null, null), database, "2025-04-01T12:00:00");
		Directory march = database.directory("months/2025-03");
		Directory april = database.directory("months/2025-04");
		assertThat(march.refusesNewFiles())
			.isEqualTo("The directory is a period of Letter.created, and does not say which "
					+ "moment of it a new file is from");
		assertThat(failure(() -> database.create("months/2025-03/c.txt", "x")).errno()).isEqualTo(Errno.EPERM);
		RegularFile file = database.file("months/2025-03/a.txt");
		assertThat(failure(() -> april.rename(file, new Name("a.txt"), null)).errno()).isEqualTo(Errno.EPERM);
		assertThat(march.rename(file, new Name("c.txt"), null).key()).isEqualTo(file.key());
		assertThat(failure(() -> database.directory("months").createDirectory(new Name("2026-01"))).errno())
			.isEqualTo(Errno.EPERM);
		assertThat(database.list("months")).containsExactly("2025-03", "2025-04");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void yearsFarApartCostNoStatementForEachBetweenThem(RunningClaims database) {
		date(letter(database, "a.txt", null, null, null), database, "1000-06-01T12:00:00");
		date(letter(database, "b.txt", null, null, null), database, "2025-01-01T00:00:00");
		date(letter(database, "c.txt", null, null, null), database, "9998-12-31T12:00:00");
		List<List<String>> listed = new ArrayList<>();
		List<String> statements = database.statements(() -> listed.add(database.list("dates")));
		assertThat(listed.get(0)).containsExactly("1000", "2025", "9998");
		assertThat(statements).as("with one to find each").hasSizeLessThan(15);
		assertThat(database.list("dates/9998/12")).containsExactly("c.txt");
	}

	private static void date(Claims.Letter letter, RunningClaims database, @Nullable String local) {
		database.apply((entityManager) -> {
			Claims.Letter found = Objects.requireNonNull(entityManager.find(Claims.Letter.class, letter.id));
			found.created = (local != null) ? Timestamp.valueOf(LocalDateTime.parse(local)).toInstant() : null;
			return found;
		});
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
		database.directory("years/2025").createDirectory(new Name("Bolt"));
		assertThat(database.list("years/2025")).containsExactly("ACME", "Bolt");
		database.create("years/2025/Bolt/c.txt", "x");
		assertThat(database.list("customers/Bolt/letters")).containsExactly("c.txt");
		assertThat(failure(() -> database.directory("years/2025").createDirectory(new Name("Nobody"))).errno())
			.isEqualTo(Errno.EPERM);
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
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aPathCostsAStatementForEachStep(RunningClaims database) {
		Claims.Customer acme = customer(database, "ACME", null);
		letter(database, "a.txt", acme, "dossier", 2031);
		assertThat(database.statements(() -> database.file("customers/ACME/letters/a.txt"))).hasSize(2);
		assertThat(database.statements(() -> database.file("kinds/dossier/2031/a.txt"))).hasSize(3);
		claim(database, "C-77", null);
		assertThat(database.statements(() -> database.create("claims/C-77/a.txt", "x")))
			.as("the claim, an id or two, the row")
			.hasSizeBetween(2, 4);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aListingCostsItsPages(RunningClaims database) {
		for (int i = 0; i < 7; i++) {
			claim(database, "C-" + i, null);
			letter(database, "letter " + i, null, "kind " + i, null);
		}
		Directory claims = database.directory("claims");
		// Each page looks for names that rows share.
		assertThat(database.statements(() -> count(claims))).hasSize(2 * 3);
		Directory kinds = database.directory("kinds");
		assertThat(database.statements(() -> count(kinds))).as("and one for what has none").hasSize(3 + 1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void namesThatAreUniqueInADirectoryAreNotLookedForTwice(RunningClaims database) {
		claim(database, "C-44", null);
		Directory directory = database.directory("claims/C-44");
		for (int i = 0; i < 7; i++) {
			database.create("claims/C-44/" + i, "x");
		}
		assertThat(database.statements(() -> count(directory))).hasSize(3);
		assertThat(database.statements(() -> directory.find(new Name("1")))).singleElement()
			.asString()
			.doesNotContain("exists");
		assertThat(failure(() -> database.create("claims/C-44/1", "x")).errno()).isEqualTo(Errno.EEXIST);
		RegularFile file = database.file("claims/C-44/2");
		assertThat(failure(() -> directory.rename(file, new Name("1"), null)).errno()).isEqualTo(Errno.EEXIST);
	}

	private static int count(Directory directory) {
		int count = 0;
		String position = null;
		do {
			var page = directory.list(position);
			for (var entry : page.entries()) {
				Node node = entry.node();
				count += (node != null) ? 1 : 0;
			}
			position = page.next();
		}
		while (position != null);
		return count;
	}

	/** Started with the first test, for all of the virtual machine's. */
	private static final class Running {

		static final List<RunningClaims> DATABASES = RunningClaims.start();

	}

}
