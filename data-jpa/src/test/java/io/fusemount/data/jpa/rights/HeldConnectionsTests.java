package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.List;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.rights.office.Office;
import io.fusemount.data.jpa.rights.office.Users;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.rights.RunningOffice.as;
import static io.fusemount.data.jpa.rights.office.Users.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Expressions are evaluated before a connection is held, even if values count for no
 * time: the application may need a connection for them.
 */
class HeldConnectionsTests extends AbstractOfficeTests {

	@ParameterizedTest
	@MethodSource("databases")
	void noLookupEvaluatesWhileItHoldsAConnection(RunningOffice running) {
		RunningOffice database = running.remembering(Duration.ZERO);
		Office.Client alice = database.client("alice");
		database.letter("a", alice, "bill", false);
		database.folder("inside", database.folder("open", null, false, false), false, false);
		Users.HELD.set(0);
		for (String path : List.of("folders/open", "folders/open/inside", "folders/none", "folders/none.txt",
				"kinds/bill/a", "kinds/none", "kinds/(none)", "clients/" + alice.name + "/a", "dates/1970/a")) {
			database.find(ALICE, path);
			database.isTaken(ALICE, path);
		}
		List.of("folders", "folders/open", "kinds", "kinds/bill", "clients", "dates", "letters")
			.forEach((path) -> database.list(ALICE, path));
		assertThat(Users.HELD).hasValue(0);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void noChangeEvaluatesWhileItHoldsAConnection(RunningOffice running) {
		RunningOffice database = running.remembering(Duration.ZERO);
		database.client("alice");
		database.folder("x", null, false, false);
		database.folder("y", null, false, false);
		Users.HELD.set(0);
		Directory letters = database.directory(ALICE, "letters");
		RegularFile first = database.create(ALICE, "letters/a");
		RegularFile second = database.create(ALICE, "letters/b");
		as(ALICE, () -> letters.rename(first, new Name("b"), second));
		RegularFile renamed = database.file(ALICE, "letters/b");
		as(ALICE, () -> letters.rename(renamed, new Name("c"), null));
		RegularFile last = database.file(ALICE, "letters/c");
		Directory folders = database.directory(ALICE, "folders");
		Directory x = database.directory(ALICE, "folders/x");
		Directory y = database.directory(ALICE, "folders/y");
		Directory kinds = database.directory(ALICE, "kinds");
		as(ALICE, () -> {
			letters.delete(last);
			folders.renameDirectory(x, new Name("y"), y);
			folders.createDirectory(new Name("z"), Ownership.NONE);
			folders.deleteDirectory(database.directory(ALICE, "folders/z"));
			kinds.createDirectory(new Name("memo"), Ownership.NONE);
			kinds.deleteDirectory(database.directory(ALICE, "kinds/memo"));
			return last;
		});
		assertThat(Users.HELD).hasValue(0);
		assertThat(database.list(ALICE, "folders")).containsExactly("y");
	}

}
