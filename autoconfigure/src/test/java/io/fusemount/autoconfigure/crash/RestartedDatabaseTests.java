package io.fusemount.autoconfigure.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A PostgreSQL server that is killed and started again within the time that the pool
 * waits for a connection, while programs read what only the database knows, and write.
 */
@EnabledIfFuse
@Timeout(300)
class RestartedDatabaseTests {

	/** Looks up missing names and lists directories; prints the unexpected results. */
	private static final String READER = """
			python3 -c '
			import errno, os, sys
			number = 0
			print("reads", flush=True)
			while not os.path.exists(sys.argv[1]):
			    number += 1
			    try:
			        os.stat("missing-%d-%d" % (os.getpid(), number))
			    except FileNotFoundError:
			        pass
			    except OSError as failure:
			        print("failed", failure, flush=True)
			    if number % 20 == 0:
			        try:
			            os.listdir(".")
			        except OSError as failure:
			            print("failed", failure, flush=True)
			print("done", number)
			'\s""";

	/** Stores one file after the other; says which are and which are not. */
	private static final String WRITER = """
			python3 -c '
			import os, sys
			number = 0
			print("writes", flush=True)
			while not os.path.exists(sys.argv[1]):
			    number += 1
			    try:
			        with open("file-%d" % number, "w", buffering=1) as file:
			            file.write("content %d" % number)
			        print("stored", number, flush=True)
			    except OSError as failure:
			        print("failed", number, failure, flush=True)
			'\s""";

	/** How many files are stored between two kills. */
	private static final int FILES = 30;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Programs programs = new Programs();

	@Test
	@Semantics("A database that is restarted while the connection pool waits is not noticed by programs that read.")
	void programsThatReadDoNotNoticeARestart() throws Exception {
		String stop = Shell.quote(this.workspace.resolve("stop"));
		try (DatabaseServer server = new DatabaseServer(this.workspace.directory());
				ChildProgram service = this.workspace.start(server.jdbcUrl())) {
			List<Process> readers = List.of(start(READER, stop), start(READER, stop));
			Process writer = start(WRITER, stop);
			BufferedReader written = writer.inputReader();
			List<String> lines = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				read(written, lines);
				server.kill();
				server.start();
			}
			read(written, lines);
			Files.createFile(this.workspace.resolve("stop"));
			for (Process reader : readers) {
				assertThat(lines(reader)).as(service::output).singleElement().asString().startsWith("done ");
			}
			written.lines().forEach(lines::add);
			Map<String, List<String>> ends = lines.stream()
				.collect(Collectors.groupingBy((line) -> line.split(" ")[0]));
			// The files that were being stored at the moment of a kill, and no others.
			assertThat(ends.getOrDefault("failed", List.of())).hasSizeLessThanOrEqualTo(3)
				.allSatisfy((line) -> assertThat(line).contains("Input/output error"));
			List<String> stored = ends.getOrDefault("stored", List.of());
			assertThat(stored).hasSizeGreaterThan(3);
			Shell shell = Shell.in(this.workspace.files());
			for (String line : stored) {
				String number = line.split(" ")[1];
				assertThat(shell.check("cat file-" + number)).isEqualTo("content " + number);
			}
			assertThat(service.output()).contains("A connection of the pool was broken");
		}
	}

	private Process start(String program, String stop) throws IOException {
		Process process = this.programs.start(this.workspace.files(), program + stop);
		process.inputReader().readLine();
		return process;
	}

	/** Connections are in use while the writer continues. */
	private static void read(BufferedReader written, List<String> lines) throws IOException {
		for (int i = 0; i < FILES; i++) {
			lines.add(written.readLine());
		}
	}

	private static List<String> lines(Process program) {
		return program.inputReader().lines().toList();
	}

}
