package io.fusemount.conformance.rights;

import java.nio.charset.StandardCharsets;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the service directory tells nobody of the files of another user.
 */
abstract class RightsServiceKit extends RightsKit {

	private Desk service(User user) {
		return new Desk(user, fileSystem(), "/.fusemount");
	}

	private void failToStore(Desk desk, String name, String content) {
		HandleId handle = desk.exists(name) ? desk.open(name, Desk.OVERWRITE) : desk.create(name);
		desk.write(handle, content);
		rows().failNextCommit(Errno.EIO);
		assertErrno(() -> fileSystem().flush(handle), Errno.EIO);
		rows().failNextCommit(Errno.EIO);
		desk.does(() -> {
			try {
				fileSystem().release(handle);
			}
			catch (ErrnoException ex) {
				// It is among what is unsaved.
			}
			return null;
		});
	}

	@Test
	void failuresAreToldToTheUserWhoHadThem() {
		failToStore(one(), "one.txt", "secret of one");
		failToStore(one(), "new.txt", "secret of one");
		assertThat(service(User.ONE).cat("errors")).contains("one.txt").contains("new.txt");
		for (User user : new User[] { User.TWO, User.CLERK, User.ADMIN }) {
			assertThat(service(user).cat("errors")).doesNotContain("one.txt").doesNotContain("new.txt");
			assertThat(service(user).cat("status")).doesNotContain("one.txt").contains("unsaved: none");
		}
	}

	@Test
	void contentThatCouldNotBeStoredIsOfItsWriterOnly() {
		failToStore(one(), "one.txt", "secret of one");
		assertThat(service(User.ONE).list("unsaved")).isNotEmpty();
		String name = service(User.ONE).list("unsaved").get(0);
		for (User user : new User[] { User.TWO, User.CLERK, User.ADMIN }) {
			assertThat(service(user).list("unsaved")).isEmpty();
			assertErrno(() -> service(user).node("unsaved/" + name), Errno.ENOENT);
		}
	}

	@Test
	void reasonOfAFailureIsNotAskedForAHiddenFile() {
		failToStore(one(), "one.txt", "secret of one");
		assertThat(one()
			.does(() -> new String(fileSystem().extendedAttribute(one().node("one.txt"), "user.fusemount.error"),
					StandardCharsets.UTF_8)))
			.isNotEmpty();
		assertErrno(
				() -> two().does(() -> fileSystem().extendedAttribute(two().node("one.txt"), "user.fusemount.error")),
				Errno.ENOENT);
	}

	@Test
	void refusalsAreToldToTheUserWhoWasRefused() {
		assertErrno(() -> two().create("one.txt"), Errno.EEXIST);
		HandleId handle = one().create("to-two-letter.txt");
		one().write(handle, "secret of one");
		assertErrno(() -> one().close(handle), Errno.EACCES);
		assertThat(service(User.TWO).cat("errors")).doesNotContain("to-two-letter.txt");
		assertThat(service(User.TWO).list("unsaved")).isEmpty();
		assertThat(two().list()).containsExactly("two.txt");
	}

	@Test
	void strangerReadsTheStatusAndNothingElse() {
		failToStore(one(), "one.txt", "secret of one");
		assertThat(service(User.STRANGER).cat("errors")).doesNotContain("one.txt");
		assertThat(service(User.STRANGER).list("unsaved")).isEmpty();
	}

}
