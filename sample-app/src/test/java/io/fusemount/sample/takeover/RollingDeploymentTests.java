package io.fusemount.sample.takeover;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two processes of the archive side by side, on PostgreSQL, while programs work in the
 * mount.
 */
@EnabledIfFuse
@Timeout(600)
class RollingDeploymentTests {

	private static final int DEPLOYMENTS = Integer.getInteger("fusemount.test.deployments", 3);

	@TempDir
	private Path directory;

	private final List<BusyProgram> programs = new ArrayList<>();

	private EmbeddedPostgres server;

	@BeforeEach
	void startServer() throws IOException {
		this.server = EmbeddedPostgres.start();
	}

	@AfterEach
	void stopServer() throws IOException {
		this.server.close();
	}

	private RunningArchive launch(String name, String... settings) throws IOException {
		List<String> all = new ArrayList<>(List.of(PostgresTakeoverTests.settings(this.server)));
		all.addAll(List.of(settings));
		return RunningArchive.launch(this.directory, name, all.toArray(String[]::new));
	}

	private Path documents() {
		return this.directory.resolve("mnt/documents");
	}

	private void startPrograms() throws IOException {
		Path tree = BusyScripts.makeTree(this.directory.resolve("tree"), 50);
		Map<String, String> scripts = Map.of("cp", BusyScripts.copy(tree), "writer", """
				i=0
				while go_on; do
				  i=$((i + 1)); f=writer-$((i % 20)).bin
				  head -c $((RANDOM + 1)) /dev/urandom > "$here/content"
				  cat "$here/content" > $f
				  cmp $f "$here/content"
				  pass
				done
				""", "tail", BusyScripts.TAIL, "dirty", """
				exec 7> dirty.txt
				i=0
				while go_on; do i=$((i + 1)); echo "$i" >&7; echo "$i" >> "$here/wanted"; pass; sleep 0.02; done
				exec 7>&-
				cmp dirty.txt "$here/wanted"
				""", "flock", BusyScripts.FLOCK, "probe", """
				: > probe.txt
				last=$(date +%s%N); most=0
				while go_on; do
				  echo x > probe.txt
				  now=$(date +%s%N); gap=$((now - last)); last=$now
				  if [ $gap -gt $most ]; then most=$gap; echo $((most / 1000000)) > "$here/most"; fi
				  pass
				done
				""");
		scripts.forEach((name, script) -> this.programs
			.add(BusyProgram.start(name, this.directory.resolve("programs"), documents(), script)));
	}

	private void finishPrograms() throws Exception {
		for (BusyProgram program : this.programs) {
			program.finish();
		}
	}

	@Test
	@Semantics("In a rolling deployment, programs wait while the mount goes from the first process to the second, and "
			+ "the first one can be stopped in any way afterwards.")
	void programsOnlyWaitWhileASecondProcessReplacesTheFirst() throws Exception {
		List<RunningArchive> archives = new ArrayList<>();
		try {
			archives.add(launch("first").awaits("Mounted 'default'"));
			startPrograms();
			for (int i = 0; i < DEPLOYMENTS; i++) {
				Thread.sleep(1500);
				RunningArchive before = archives.get(i);
				RunningArchive next = launch("next" + i).awaits("Mounted 'default'");
				archives.add(next);
				before.awaits("Handed 'default'");
				assertThat(before.log()).contains("over to process " + next.pid());
				next.awaits("Started SampleApplication");
				if (i % 2 == 0) {
					before.kill();
				}
				else {
					before.stop();
				}
				this.programs.forEach(BusyProgram::requireRunning);
				System.out.printf("Side by side %d: programs have waited for %.3f s%n", i + 1, next.waited());
			}
			System.out.printf("Longest time of a program between two saves: %s ms%n",
					Files.readString(this.directory.resolve("programs/probe/most")).strip());
			finishPrograms();
			assertThat(Shell.in(this.directory.resolve("mnt")).run("ls -A .fusemount/unsaved").output()).isBlank();
			archives.get(archives.size() - 1).stop();
			assertThat(documents()).doesNotExist();
		}
		finally {
			this.programs.forEach(BusyProgram::close);
			archives.forEach(RunningArchive::close);
		}
	}

	@Test
	void aSecondProcessWhosePortIsInUseGivesTheMountBack() throws Exception {
		try (ServerSocket port = new ServerSocket(0); RunningArchive first = launch("first")) {
			first.awaits("Mounted 'default'");
			startPrograms();
			try (RunningArchive second = launch("second", "--server.port=" + port.getLocalPort())) {
				assertThat(second.ends()).isNotZero();
				assertThat(second.log()).contains("Took 'default' over", "Left 'default'", "already in use");
			}
			first.awaits("Serves 'default' at ");
			finishPrograms();
		}
		finally {
			this.programs.forEach(BusyProgram::close);
		}
	}

}
