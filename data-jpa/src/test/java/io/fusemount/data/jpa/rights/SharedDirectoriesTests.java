package io.fusemount.data.jpa.rights;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.rights.office.Office;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.rights.RunningOffice.as;
import static io.fusemount.data.jpa.rights.office.Users.ALICE;
import static io.fusemount.data.jpa.rights.office.Users.CLERK;
import static io.fusemount.data.jpa.rights.office.Users.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A user whom one of several repositories refuses sees what the others show.
 */
class SharedDirectoriesTests extends AbstractOfficeTests {

	private static void paper(RunningOffice database, String name) {
		Office.Paper paper = new Office.Paper();
		paper.name = name;
		paper.fill(name);
		database.save(paper);
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A user whom one of the repositories of a directory refuses sees there what the others show.")
	void aDirectoryOfTwoRepositoriesShowsWhatOneOfThemShows(RunningOffice database) {
		database.folder("alice-1", null, false, false);
		paper(database, "paper");
		paper(database, "secret");
		assertThat(database.list(STRANGER, "shelves")).containsExactly("paper");
		assertThat(database.list(ALICE, "shelves")).containsExactlyInAnyOrder("alice-1", "paper");
		assertThat(database.list(CLERK, "shelves")).containsExactlyInAnyOrder("paper", "secret");
		assertThat(database.find(STRANGER, "shelves/alice-1")).isNull();
		assertThat(database.isTaken(STRANGER, "shelves/alice-1")).isTrue();
		assertThat(database.find(STRANGER, "shelves/paper")).isNotNull();
		Directory shelves = database.directory(CLERK, "shelves");
		assertThat(failure(() -> as(STRANGER, () -> shelves.createDirectory(new Name("new"), Ownership.NONE))).errno())
			.isEqualTo(Errno.EACCES);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aDirectoryOfTwoRepositoriesBelowItIsThereForWhoeverOneOfThemShowsAFile(RunningOffice database) {
		Office.Client alice = database.client("alice");
		Office.Client bob = database.client("bob");
		database.letter("a", alice, "note", true);
		database.letter("b", bob, "note", false);
		assertThat(database.list(STRANGER, "both")).containsExactly(bob.name);
		assertThat(database.list(STRANGER, "both/" + bob.name + "/open")).containsExactly("b");
		assertThat(database.find(STRANGER, "both/" + alice.name)).isNull();
		assertThat(failure(() -> database.list(STRANGER, "both/" + bob.name + "/own")).errno()).isEqualTo(Errno.EACCES);
		assertThat(database.list(ALICE, "both")).containsExactlyInAnyOrder(alice.name, bob.name);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void whoeverAllOfThemRefuseIsRefused(RunningOffice database) {
		for (String path : List.of("letters", "kinds", "clients")) {
			assertThat(failure(() -> database.list(STRANGER, path)).errno()).as(path).isEqualTo(Errno.EACCES);
		}
	}

	@ParameterizedTest
	@MethodSource("databases")
	void theAudienceOfARefusedUserIsKnownAndNoOthers(RunningOffice database) {
		Directory shelves = database.directory(CLERK, "shelves");
		Audiences audiences = Objects.requireNonNull(shelves.audiences());
		Object stranger = as(STRANGER, audiences::current);
		assertThat(as(STRANGER, audiences::known)).isEqualTo(stranger);
		assertThat(stranger).isNotEqualTo(as(ALICE, audiences::current)).isNotEqualTo(as(CLERK, audiences::current));
		assertThat(as(STRANGER, () -> shelves.find(new Name("nothing")))).isNull();
	}

}
