package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.claims.Claims;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories that come from paths with variables which stand for values, dates or
 * nothing.
 */
class TemplateValuesTests extends AbstractTemplatesTests {

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
		offers.createDirectory(new Name("2027"), Ownership.NONE);
		assertThat(database.list("kinds/plan")).containsExactly("2025", "2027");
		RegularFile file = database.file("kinds/plan/2025/new.txt");
		RegularFile moved = database.directory("kinds/plan/2027").rename(file, new Name("new.txt"), null);
		assertThat(moved.key()).isEqualTo(file.key());
		assertThat(database.list("kinds/plan/2027")).containsExactly("new.txt");
		assertThat(failure(() -> offers.createDirectory(new Name("soon"), Ownership.NONE)).errno())
			.isEqualTo(Errno.EINVAL);
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
		assertThat(failure(() -> database.directory("months").createDirectory(new Name("2026-01"), Ownership.NONE))
			.errno()).isEqualTo(Errno.EPERM);
		assertThat(database.list("months")).containsExactly("2025-03", "2025-04");
	}

}
