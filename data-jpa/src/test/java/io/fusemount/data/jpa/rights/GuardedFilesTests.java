package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
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
 * Who may not read a row does not see its file, and whoever may not change it is told.
 */
class GuardedFilesTests extends AbstractOfficeTests {

	@ParameterizedTest
	@MethodSource("databases")
	void everybodySeesTheirOwnRowsPageByPage(RunningOffice database) {
		Office.Client alice = database.client("alice");
		Office.Client bob = database.client("bob");
		List<String> own = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			own.add(database.letter("a" + i, alice).name);
			database.letter("b" + i, bob);
		}
		assertThat(database.list(ALICE, "letters")).isEqualTo(own);
		assertThat(database.list(BOB, "letters")).hasSize(8).doesNotContainAnyElementsOf(own);
		assertThat(database.list(CLERK, "letters")).hasSize(16);
		assertThat(database.list(ALICE, "all")).as("by a repository without conditions").hasSize(16);
		assertThat(database.find(ALICE, "letters/a1")).isNotNull();
		assertThat(database.find(ALICE, "letters/b1")).isNull();
		assertThat(database.find(BOB, "letters/b1")).isNotNull();
		assertThat(database.find(ALICE, "all/b1")).isNotNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void theApplicationItselfSeesEverything(RunningOffice database) {
		database.letter("a", database.client("alice"));
		database.letter("nobody's", null);
		Directory letters = Objects.requireNonNull(database.directories().directories().get("letters"));
		assertThat(letters.list(null).entries()).hasSize(2)
			.allSatisfy((entry) -> assertThat(entry.node().isChangeable()).isTrue());
		assertThat(letters.find(new Name("a"))).isNotNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aConditionByAnAssociationHidesTheRowsWithoutOneAlsoFromLookups(RunningOffice database) {
		database.letter("nobody's", null);
		assertThat(database.list(CLERK, "letters")).isEmpty();
		assertThat(database.find(CLERK, "letters/nobody's")).isNull();
		assertThat(database.isTaken(CLERK, "letters/nobody's")).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aSubselectShowsTheRowsWithoutAnAssociation(RunningOffice database) {
		database.letter("a", database.client("alice"));
		database.letter("b", database.client("bob"));
		database.letter("draft", null);
		database.letter("draft", null);
		assertThat(database.list(ALICE, "drafts")).hasSize(3).contains("a");
		assertThat(database.list(BOB, "drafts")).hasSize(3).contains("b");
		assertThat(database.find(ALICE, "drafts/b")).isNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void theNameOfAHiddenRowIsTakenUntilTheRowIsGone(RunningOffice database) {
		database.client("alice");
		database.letter("b", database.client("bob"));
		assertThat(database.find(ALICE, "letters/b")).isNull();
		assertThat(database.isTaken(ALICE, "letters/b")).isTrue();
		assertThat(database.find(BOB, "letters/b")).isNotNull();
		assertThat(database.isTaken(BOB, "letters/b")).as("he sees it").isFalse();
		assertThat(database.isTaken(ALICE, "letters/b")).as("and she does not").isTrue();
		assertThat(failure(() -> database.create(ALICE, "letters/b")).errno()).isEqualTo(Errno.EEXIST);
		RegularFile hidden = database.file(BOB, "letters/b");
		Directory letters = database.directory(BOB, "letters");
		as(BOB, () -> {
			letters.delete(hidden);
			return hidden;
		});
		assertThat(database.isTaken(ALICE, "letters/b")).isFalse();
		assertThat(database.create(ALICE, "letters/b").isChangeable()).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aNameThatIsFreeCostsNoStatementToAskFor(RunningOffice database) {
		Directory letters = database.directory(ALICE, "letters");
		assertThat(as(ALICE, () -> letters.find(new Name("new")))).isNull();
		assertThat(database.statements(() -> as(ALICE, () -> letters.isTaken(new Name("new"))))).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void namesAreThoseOfAllRowsWhoeverLooks(RunningOffice database) {
		Office.Letter first = database.letter("x.txt", database.client("alice"));
		Office.Letter second = database.letter("x.txt", database.client("bob"));
		assertThat(database.list(ALICE, "letters")).containsExactly("x~" + first.id + ".txt");
		assertThat(database.list(BOB, "letters")).containsExactly("x~" + second.id + ".txt");
		assertThat(database.find(ALICE, "letters/x~" + second.id + ".txt")).isNull();
		assertThat(database.isTaken(ALICE, "letters/x~" + second.id + ".txt")).isTrue();
		assertThat(database.find(ALICE, "letters/x.txt")).isNull();
		assertThat(database.isTaken(ALICE, "letters/x.txt")).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aMarkedNameGivesWayToTheNameOfAHiddenRow(RunningOffice database) {
		Office.Client alice = database.client("alice");
		Office.Letter first = database.letter("x.txt", alice);
		database.letter("x.txt", alice);
		database.letter("x~" + first.id + ".txt", database.client("bob"));
		assertThat(database.list(ALICE, "letters")).hasSize(2).doesNotContain("x~" + first.id + ".txt");
		assertThat(database.list(BOB, "letters")).containsExactly("x~" + first.id + ".txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void filesThatAreFoundAndReadTogetherAreReadable(RunningOffice database) {
		database.letter("a", database.client("alice"));
		database.letter("b", database.client("bob"));
		Directory letters = database.directory(ALICE, "letters");
		List<Name> names = List.of(new Name("a"), new Name("b"));
		Map<Name, ? extends Node> found = as(ALICE, () -> letters.findTogether(names));
		assertThat(found).containsOnlyKeys(new Name("a"));
		List<RegularFile> both = List.of(database.file(CLERK, "letters/a"), database.file(CLERK, "letters/b"));
		assertThat(as(CLERK, () -> letters.readTogether(both, 1000))).hasSize(2);
		assertThat(as(ALICE, () -> letters.readTogether(both, 1000))).hasSize(1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowThatMayNotBeChangedSaysSo(RunningOffice database) {
		Office.Client alice = database.client("alice");
		database.letter("open", alice);
		database.letter("sealed", alice, "note", true);
		assertThat(database.list(ALICE, "letters")).containsExactly("open", "sealed");
		assertThat(database.file(ALICE, "letters/open").isChangeable()).isTrue();
		assertThat(database.file(ALICE, "letters/sealed").isChangeable()).isFalse();
		assertThat(database.file(ALICE, "letters/sealed").attributes().writable()).isTrue();
		assertThat(database.file(CLERK, "letters/sealed").isChangeable()).isTrue();
		assertThat(database.list(STRANGER, "sealed")).containsExactly("open", "sealed");
		assertThat(database.file(STRANGER, "sealed/sealed").isChangeable()).isFalse();
		assertThat(database.file(STRANGER, "sealed/open").isChangeable()).isTrue();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowThatItsUserMayNotChangeIsNotCreated(RunningOffice database) {
		Office.Client bob = database.client("bob");
		assertThat(failure(() -> database.create(ALICE, "letters/a"))).as("of no client")
			.hasMessage("This user may not store a Letter like this one here")
			.extracting(ErrnoException::errno)
			.isEqualTo(Errno.EACCES);
		assertThat(database.count("letter")).isZero();
		database.client("alice");
		database.create(ALICE, "letters/a");
		assertThat(failure(() -> database.create(ALICE, "public/" + bob.name + "/b"))).as("no condition").isNull();
		assertThat(database.count("letter")).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowIsNotMovedToWhereItsUserMayNotChangeIt(RunningOffice database) {
		Office.Client alice = database.client("alice");
		Office.Client bob = database.client("bob");
		database.letter("a", alice);
		database.letter("b", bob);
		RegularFile file = database.file(CLERK, "clients/" + alice.name + "/a");
		Directory there = database.directory(CLERK, "clients/" + bob.name);
		assertThat(failure(() -> as(ALICE, () -> there.rename(file, new Name("a"), null))).errno())
			.isEqualTo(Errno.EACCES);
		assertThat(database.find(ALICE, "clients/" + alice.name + "/a")).isNotNull();
		as(CLERK, () -> there.rename(file, new Name("a"), null));
		assertThat(database.find(ALICE, "clients/" + alice.name)).isNull();
		assertThat(database.list(BOB, "clients/" + bob.name)).containsExactlyInAnyOrder("a", "b");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void conditionsCostNoStatement(RunningOffice database) {
		Office.Client alice = database.client("alice");
		for (int i = 0; i < 7; i++) {
			database.letter("a" + i, alice);
		}
		Directory guarded = database.directory(ALICE, "letters");
		Directory plain = database.directory(ALICE, "all");
		List<Name> names = List.of(new Name("a1"), new Name("a2"));
		for (Directory each : List.of(guarded, plain)) {
			String expected = (each == guarded) ? "guarded" : "plain";
			assertThat(database.statements(() -> as(ALICE, () -> each.list(null)))).as(expected).hasSize(2);
			assertThat(database.statements(() -> as(ALICE, () -> each.find(new Name("a3"))))).as(expected).hasSize(1);
			assertThat(database.statements(() -> as(ALICE, () -> each.find(new Name("none"))))).as(expected).hasSize(1);
			assertThat(database.statements(() -> as(ALICE, () -> each.findTogether(names)))).as(expected).hasSize(1);
		}
		List<RegularFile> files = List.of(database.file(ALICE, "letters/a1"), database.file(ALICE, "letters/a2"));
		assertThat(database.statements(() -> as(ALICE, () -> guarded.readTogether(files, 100)))).hasSize(1);
		int unchecked = withoutIds(database.statements(() -> database.create(ALICE, "all/x"))).size();
		assertThat(withoutIds(database.statements(() -> database.create(ALICE, "letters/y"))))
			.as("and one to check the new row")
			.hasSize(unchecked + 1);
		RegularFile file = database.file(ALICE, "letters/y");
		RegularFile other = database.file(ALICE, "all/x");
		int renamed = database.statements(() -> as(ALICE, () -> plain.rename(other, new Name("w"), null))).size();
		assertThat(database.statements(() -> as(ALICE, () -> guarded.rename(file, new Name("z"), null))))
			.as("and one to check the renamed row")
			.hasSize(renamed + 1);
	}

	/** Ids are fetched for many rows at once. */
	private static List<String> withoutIds(List<String> statements) {
		return statements.stream().filter((sql) -> !sql.contains("letter_seq")).toList();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aReplacedOrDeletedRowCostsAStatementToCheck(RunningOffice database) {
		Office.Client alice = database.client("alice");
		List.of("a", "b", "c", "d").forEach((name) -> database.letter(name, alice));
		int replaced = database.statements(() -> replace(database, "all", "a", "b")).size();
		int deleted = database.statements(() -> delete(database, "all", "b")).size();
		assertThat(database.statements(() -> replace(database, "letters", "c", "d"))).as("one for each row")
			.hasSize(replaced + 2);
		assertThat(database.statements(() -> delete(database, "letters", "d"))).hasSize(deleted + 1);
	}

	private static void replace(RunningOffice database, String path, String from, String to) {
		RegularFile source = database.file(ALICE, path + "/" + from);
		RegularFile target = database.file(ALICE, path + "/" + to);
		Directory directory = database.directory(ALICE, path);
		as(ALICE, () -> directory.rename(source, new Name(to), target));
	}

	private static void delete(RunningOffice database, String path, String name) {
		RegularFile file = database.file(ALICE, path + "/" + name);
		Directory directory = database.directory(ALICE, path);
		as(ALICE, () -> {
			directory.delete(file);
			return file;
		});
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowThatMayNotBeChangedAnyMoreIsNeitherReplacedNorDeleted(RunningOffice database) {
		Office.Client alice = database.client("alice");
		database.letter("open", alice);
		database.letter("sealed", alice, "note", true);
		Directory letters = database.directory(ALICE, "letters");
		RegularFile open = database.file(CLERK, "letters/open");
		RegularFile sealed = database.file(CLERK, "letters/sealed");
		List.<Runnable>of(() -> letters.rename(open, new Name("sealed"), sealed),
				() -> letters.rename(sealed, new Name("open"), open), () -> letters.delete(sealed))
			.forEach((work) -> assertThat(failure(() -> as(ALICE, () -> {
				work.run();
				return open;
			}))).hasMessage("This user may not change 'sealed' any more")
				.extracting(ErrnoException::errno)
				.isEqualTo(Errno.EACCES));
		assertThat(database.list(ALICE, "letters")).containsExactly("open", "sealed");
		assertThat(failure(() -> as(STRANGER, () -> {
			letters.delete(open);
			return open;
		})).errno()).isEqualTo(Errno.EACCES);
		as(CLERK, () -> letters.rename(open, new Name("sealed"), sealed));
		assertThat(database.list(ALICE, "letters")).containsExactly("sealed");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aRowIsNotRenamedToWhatItsUserMayNotRead(RunningOffice database) {
		database.letter("alice-1", null);
		RegularFile file = database.file(ALICE, "named/alice-1");
		Directory named = database.directory(ALICE, "named");
		assertThat(failure(() -> as(ALICE, () -> named.rename(file, new Name("bob-1"), null))).errno())
			.isEqualTo(Errno.EACCES);
		assertThat(database.list(BOB, "named")).isEmpty();
		as(ALICE, () -> named.rename(file, new Name("alice-2"), null));
		assertThat(database.list(ALICE, "named")).containsExactly("alice-2");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void whoCannotBeEvaluatedIsRefusedEverything(RunningOffice database) {
		database.letter("a", database.client("alice"));
		Directory letters = database.directory(STRANGER, "letters");
		RegularFile file = database.file(CLERK, "letters/a");
		List.<Runnable>of(() -> letters.find(new Name("a")), () -> letters.list(null),
				() -> letters.findTogether(List.of(new Name("a"))), () -> letters.readTogether(List.of(file), 100),
				() -> letters.create(new Name("b"), RunningOffice.changes("b")),
				() -> Objects.requireNonNull(letters.audiences()).current())
			.forEach((work) -> assertThat(failure(() -> as(STRANGER, () -> {
				work.run();
				return file;
			}))).hasMessage("The condition 'readable' of Letters cannot be evaluated for this user")
				.extracting(ErrnoException::errno)
				.isEqualTo(Errno.EACCES));
		assertThat(database.count("letter")).isEqualTo(1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void onlyDirectoriesWithConditionsHaveAudiencesAndNoneOfThemIsAnnounced(RunningOffice database) {
		Map<String, Directory> directories = database.directories().directories();
		assertThat(directories).allSatisfy((path, directory) -> assertThat(directory.audiences() == null)
			.isEqualTo(List.of("all", "public", "archive").contains(path)));
		assertThat(Objects.requireNonNull(directories.get("letters")).announcedBy()).isNull();
	}

}
