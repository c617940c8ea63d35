package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Set;

import io.fusemount.conformance.memory.InMemoryApplication;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a program that uses a directory is not disturbed, whatever other programs
 * look up, list and move meanwhile.
 */
abstract class TransportDirectoriesKit extends TransportKit {

	/** Longer than half of the room in one request of a listing. */
	private static final String ENTRY = "%0100d";

	private static final int ENTRIES = 300;

	/**
	 * On a page that is read for the first request of a listing, but not returned by it.
	 */
	private static final int LISTED_LATE = 160;

	@Test
	void aListingThatIsOlderThanARenameTakesNoDirectoryBack() throws IOException {
		MountedFiles mounted = mountBelowDirectory();
		InMemoryApplication application = mounted.files().application();
		for (int i = 0; i < ENTRIES; i++) {
			if (i == LISTED_LATE) {
				application.directory("before").put("inside", "text");
			}
			application.put(String.format(ENTRY, i), "");
		}
		Path directory = mounted.directory();
		try (DirectoryStream<Path> used = Files.newDirectoryStream(directory.resolve("before"));
				DirectoryStream<Path> listing = Files.newDirectoryStream(directory)) {
			Iterator<Path> entries = listing.iterator();
			entries.next();
			Files.move(directory.resolve("before"), directory.resolve("after"));
			// A program that looks at entries makes the kernel request the attributes of
			// the others, too.
			Files.size(directory.resolve(String.format(ENTRY, ENTRIES - 1)));
			entries.forEachRemaining((entry) -> {
			});
			assertThat(read((SecureDirectoryStream<Path>) used, "inside")).isEqualTo("text");
		}
	}

	private static String read(SecureDirectoryStream<Path> directory, String name) throws IOException {
		try (SeekableByteChannel file = directory.newByteChannel(Path.of(name), Set.of(StandardOpenOption.READ))) {
			ByteBuffer bytes = ByteBuffer.allocate(100);
			file.read(bytes);
			return new String(bytes.array(), 0, bytes.position());
		}
	}

	@Test
	void directoriesThatOthersTurnInsideOutHoldUpNobody() throws InterruptedException {
		MountedFiles mounted = mountBelowDirectory();
		InMemoryApplication application = mounted.files().application();
		InMemoryApplication outer = application.directory("outer");
		InMemoryApplication inner = outer.directory("inner");
		inner.put("file", "text");
		application.directory("other").put("file", "text");
		Shell shell = Shell.in(mounted.directory());
		shell.check("stat outer outer/inner outer/inner/file other other/file");
		outer.move("inner", application, "inner");
		application.move("outer", inner, "outer");
		// Nothing has reported the moves: the old path still leads there, and inside of
		// itself.
		shell.run("ls -l outer/inner outer/inner/outer");
		Thread news = new Thread(() -> mounted.report(application.key("other")), "news");
		news.setDaemon(true);
		news.start();
		news.join(Patience.LIMIT.toMillis());
		assertThat(news.isAlive()).as("the report of another directory waits").isFalse();
		assertThat(shell.check("cat other/file inner/file")).isEqualTo("texttext");
		assertThat(shell.check("ls inner")).isEqualTo("file\nouter\n");
	}

}
