package io.fusemount.autoconfigure.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application has little heap, and a directory many files.
 */
@EnabledIfFuse
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SmallHeapTests {

	private static final int MEGABYTES = Integer.getInteger("fusemount.small.heap", 64);

	private static final int FILES = Integer.getInteger("fusemount.small.files", 200_000);

	/** The exit status of a JVM that has found no memory. */
	private static final int EXHAUSTED = 3;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	@Semantics("A directory of 200,000 files is listed by an application with a heap of 64 MB.")
	void aDirectoryOfManyFilesIsListedWithALittleHeap() throws SQLException {
		createFiles();
		try (ChildProgram service = this.workspace.startWithHeap(MEGABYTES, "", this.workspace.h2Url())) {
			Shell shell = Shell.in(this.workspace.files());
			assertThat(shell.check("ls | wc -l").strip()).isEqualTo(Integer.toString(FILES));
			assertThat(shell.check("ls -l | grep -c ' 0 .* file-'").strip()).isEqualTo(Integer.toString(FILES));
			shell.check("echo text > new && cat new && rm new");
			assertThat(service.output()).doesNotContain("OutOfMemoryError", "Java heap space");
			service.send("health?");
			assertThat(service.await("Health: ")).startsWith("UP");
		}
	}

	@Test
	@Semantics("An operation that runs out of memory fails, its bytes are kept, and the mount is out of service.")
	void anOperationThatRunsOutOfMemoryTakesTheMountOutOfService() {
		this.workspace.start(this.workspace.h2Url()).close();
		UnrulyTrigger.create(this.workspace.h2Url());
		try (ChildProgram service = this.workspace.startWithHeap(MEGABYTES, "", this.workspace.h2Url())) {
			service.send("health?");
			assertThat(service.await("Health: ")).startsWith("UP");
			assertThat(Shell.in(this.workspace.files())
				.run("echo content > ../../source && cp ../../source exhausting")
				.errors()).contains("Input/output error");
			this.workspace.awaitKept("content\n");
			service.send("health?");
			assertThat(service.await("Health: ")).startsWith("OUT_OF_SERVICE The application ran out of memory at ")
				.contains("java.lang.OutOfMemoryError");
			assertThat(Shell.in(this.workspace.mountPoint()).check("cat .fusemount/status"))
				.startsWith("OUT_OF_SERVICE\nreason: The application ran out of memory at ");
		}
	}

	@Test
	void withExitOnOutOfMemoryErrorTheProcessEndsAndTheNextStartGoesOn() {
		String url = this.workspace.h2Url();
		this.workspace.start(url).close();
		UnrulyTrigger.create(url);
		Shell shell = Shell.in(this.workspace.directory());
		try (ChildProgram service = this.workspace.startWithHeap(MEGABYTES, "-XX:+ExitOnOutOfMemoryError", url)) {
			shell.check("echo stored > mnt/files/stored");
			assertThat(shell.run("echo content > source && cp source mnt/files/exhausting").isSuccess()).isFalse();
			assertThat(service.awaitEnd()).isEqualTo(EXHAUSTED);
		}
		try (ChildProgram service = this.workspace.start(url)) {
			assertThat(shell.check("cat mnt/files/stored mnt/.fusemount/unsaved/*")).isEqualTo("stored\ncontent\n");
			service.send("health?");
			assertThat(service.await("Health: ")).startsWith("UP");
		}
	}

	/** In the table that the application has made. */
	private void createFiles() throws SQLException {
		this.workspace.start(this.workspace.h2Url()).close();
		try (Connection connection = DriverManager.getConnection(this.workspace.h2Url());
				Statement statement = connection.createStatement()) {
			statement.executeUpdate("insert into stored_file (id, name, content, size, version, created, modified) "
					+ "select x, 'file-' || x, x'', 0, 0, now(), now() from system_range(1, " + FILES + ")");
			statement.execute("alter sequence stored_file_seq restart with " + 2 * FILES);
			statement.execute("shutdown");
		}
	}

}
