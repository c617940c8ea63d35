package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs whose content takes minutes to store: files of zeros that H2 stores one by
 * one.
 */
@EnabledIfFuse
@Timeout(600)
class SlowStoringTests {

	/** The exit status of a JVM that has ended in good order after SIGTERM. */
	private static final int TERMINATED = 143;

	private static final int LARGE_FILES = 8;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Programs programs = new Programs();

	@Test
	@Semantics("However many programs wait for large content to be stored, others list, read and store small files.")
	@Semantics("A program that is killed while it waits for its content to be stored ends; nothing of the content is "
			+ "stored, and the bytes are kept.")
	void othersGoOnWhileLargeFilesAreStored() throws IOException {
		try (ChildProgram service = start("--fusemount.max-file-size=1TB", "--fusemount.executor.max-workers=4")) {
			Path files = this.workspace.files();
			Shell shell = Shell.in(files);
			shell.check("printf small > small.txt");
			for (int i = 0; i < LARGE_FILES; i++) {
				this.programs.start(files, "truncate -s 60G large" + i);
			}
			awaitStoring();
			for (int i = 0; i < 10; i++) {
				assertThat(shell.check("ls && cat small.txt && printf new > new" + i + " && cat new" + i)).as("others")
					.endsWith("smallnew");
			}
			assertThat(this.programs.all()).as("large files").allMatch(Process::isAlive);
			this.programs.kill();
			this.workspace.awaitAllClosed();
			assertThat(shell.check("ls").lines()).contains("small.txt", "new9")
				.noneMatch((name) -> name.startsWith("large"));
			assertThat(shell.check("cat ../.fusemount/errors"))
				.contains("EINTR close /files/large0: The program was killed");
		}
	}

	@Test
	void otherSignalsStopNothing() throws Exception {
		try (ChildProgram service = start()) {
			Path files = this.workspace.files();
			Path source = Files.createFile(this.workspace.resolve("source"));
			Shell.in(this.workspace.directory()).check("head -c 100000000 /dev/urandom > source");
			Process python = this.programs.start(files, """
					python3 -c 'import os, shutil, signal
					signal.signal(signal.SIGUSR1, lambda number, frame: None)
					print("ready", flush=True)
					shutil.copyfile("%s", "copy")
					signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])'""".formatted(source));
			assertThat(python.inputReader().readLine()).isEqualTo("ready");
			while (python.isAlive()) {
				new ProcessBuilder("kill", "-USR1", Long.toString(python.pid())).start().waitFor();
			}
			assertThat(python.exitValue()).isZero();
			Shell.in(files).check("cmp copy " + Shell.quote(source));
		}
	}

	@Test
	@Semantics("An application that is asked to stop does so in time, whatever is being stored: "
			+ "`fusemount.shutdown-timeout` and a few seconds. Content that could not be stored is kept.")
	void theApplicationEndsInTimeAndKeepsWhatItCouldNotStore() throws IOException {
		try (ChildProgram service = start("--fusemount.shutdown-timeout=2s")) {
			Path files = this.workspace.files();
			this.programs.start(files, "dd if=/dev/zero of=large bs=1 count=1 seek=8G status=none");
			awaitStoring();
			Process open = this.programs.start(files, "sh -c 'exec 3>open.txt; printf written >&3; echo; read line'");
			assertThat(open.inputReader().readLine()).isEmpty();
			service.terminate();
			assertThat(service.awaitEnd()).as(service::output).isEqualTo(TERMINATED);
			Patience.await(() -> service.output().contains("unmounted before the file could be stored")
					&& service.output().contains("The bytes are kept in "));
			assertThat(this.workspace.isMounted()).isFalse();
		}
		try (ChildProgram service = start()) {
			Shell shell = Shell.in(this.workspace.files());
			assertThat(shell.check("cat open.txt")).isEqualTo("written");
			assertThat(shell.check("ls").lines()).containsExactly("open.txt");
			assertThat(shell.check("stat -c %s ../.fusemount/unsaved/*-large").strip()).isEqualTo("8589934593");
		}
	}

	/**
	 * Waits until the database has received some of the content that takes long to store.
	 */
	private void awaitStoring() {
		Path database = this.workspace.resolve("h2.mv.db");
		Patience.await(() -> Files.size(database) > 64 << 20);
	}

	private ChildProgram start(String... settings) {
		return this.workspace.start(this.workspace.h2Url(), settings);
	}

}
