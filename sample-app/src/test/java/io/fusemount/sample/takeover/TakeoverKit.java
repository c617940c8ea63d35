package io.fusemount.sample.takeover;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.fusemount.conformance.programs.SambaServer;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.Terminal;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.filesystem.FileSystemSpool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Programs that work in the mount while the application restarts.
 */
@EnabledIfFuse
@Timeout(6000)
abstract class TakeoverKit {

	/** How often the application restarts. */
	private static final int RESTARTS = Integer.getInteger("fusemount.test.restarts", 2);

	/**
	 * The seconds from each restart to the next one: 60, and as many restarts, are a
	 * soak.
	 */
	private static final int REST = Integer.getInteger("fusemount.test.rest", 0);

	private static final int FILES = Integer.getInteger("fusemount.test.files", 200);

	private static final int WRITERS = 8;

	/** In the service directory, which {@code find} does not see. */
	private static final int SERVICE_NAMES = 10;

	/** Each of its operations fails, or leaves something else, if it is done twice. */
	private static final String ONCE = """
			python3 - "$here" once%d <<'PYTHON'
			import os, subprocess, sys
			here, top = sys.argv[1:]
			os.mkdir(top)
			passes = open(here + "/passes", "w")
			count = 0
			while not os.path.exists(here + "/finish"):
			    count += 1
			    own = "%%s/%%d" %% (top, count)
			    os.mkdir(own)
			    file = os.open(own + "/a", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
			    os.write(file, b"first ")
			    os.close(file)
			    os.rename(own + "/a", own + "/b")
			    file = os.open(own + "/b", os.O_WRONLY | os.O_APPEND)
			    os.write(file, b"second ")
			    os.write(file, b"third")
			    os.close(file)
			    os.mkdir(own + "/gone")
			    subprocess.check_call(["mv", own + "/gone", own + "/moved"])
			    os.rmdir(own + "/moved")
			    file = os.open(own + "/c", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
			    os.close(file)
			    os.unlink(own + "/c")
			    assert os.listdir(own) == ["b"], os.listdir(own)
			    assert open(own + "/b").read() == "first second third", open(own + "/b").read()
			    passes.write(".\\n"); passes.flush()
			assert sorted(os.listdir(top)) == sorted(str(i + 1) for i in range(count))
			PYTHON
			""";

	/** Made, renamed, and changed once. */
	private static final int VERSION = 2;

	@TempDir
	private Path directory;

	/** Returns the settings of the database. */
	abstract String[] database();

	@Test
	@Semantics("While the application restarts under systemd or `deploy/keep`, programs only wait: what they have open "
			+ "stays open, with every byte that they have written.")
	@Semantics("After `kill -9` and other crashes it is the same, if the kernel is Linux 5.1 or newer.")
	void programsOnlyWaitWhileTheApplicationRestartsOrIsKilled() throws Exception {
		assumeTrue(Shell.has("python3"), "python3 is not installed");
		Path tree = makeTree();
		List<BusyProgram> programs = new ArrayList<>();
		Path own = Files.createDirectory(this.directory.resolve("archive"));
		try (KeptArchive archive = KeptArchive.start(own, database())) {
			Path documents = archive.mountPoint().resolve("documents");
			String held = archive.held();
			boolean shared = Shell.has("smbd") && Shell.has("smbclient");
			try (SambaServer samba = shared ? SambaServer.share(documents) : null;
					Terminal editor = Shell.has("vim") ? Terminal.open(documents, "vim -u NONE unsaved.txt") : null) {
				if (editor != null) {
					editor.awaits("unsaved.txt").types("isome text").awaits("text");
				}
				Map<String, String> scripts = scripts(tree);
				if (samba != null) {
					scripts.put("samba", copyBySamba(samba));
				}
				scripts.forEach((name, script) -> programs
					.add(BusyProgram.start(name, this.directory.resolve("programs"), documents, script)));
				interrupt(archive, (restart) -> (restart % 2 == 0) ? archive.kill() : archive.restart(), programs);
				if (editor != null) {
					editor.types("\033:wq\r");
					assertThat(editor.ends()).isZero();
					assertThat(documents.resolve("unsaved.txt")).hasContent("some text");
				}
			}
			assertThat(archive.shell().run("ls -A .fusemount/unsaved").output()).isBlank();
			assertThat(archive.held()).as("descriptors of devices and of memory").isEqualTo(held);
			int names = archive.shell().check("find . | wc -l").strip().transform(Integer::parseInt);
			assertThat(archive.meter("fusemount_nodes")).as("nodes that the kernel knows")
				.isLessThanOrEqualTo(names + SERVICE_NAMES);
			archive.close();
			assertThat(archive.mountPoint().resolve("documents")).doesNotExist();
			assertThat(FileSystemSpool.countLeft(own.resolve("data/spool"))).as("files left in the spool").isZero();
		}
		finally {
			programs.forEach(BusyProgram::close);
		}
	}

	@Test
	@Semantics("What the application is doing for a program when it is killed is done once: no version is counted twice, "
			+ "and nothing is made twice.")
	void nothingIsDoneTwiceWhenTheApplicationIsKilled() throws Exception {
		assumeTrue(Shell.has("python3"), "python3 is not installed");
		Path own = Files.createDirectory(this.directory.resolve("archive"));
		List<BusyProgram> programs = new ArrayList<>();
		try (KeptArchive archive = KeptArchive.start(own, database())) {
			Path documents = archive.mountPoint().resolve("documents");
			for (int i = 0; i < WRITERS; i++) {
				programs.add(BusyProgram.start("once" + i, this.directory.resolve("programs"), documents,
						ONCE.formatted(i)));
			}
			interrupt(archive, (restart) -> archive.kill(), programs);
			assertThat(archive.shell().run("ls -A .fusemount/unsaved").output()).isBlank();
		}
		finally {
			programs.forEach(BusyProgram::close);
		}
		try (Connection connection = DriverManager.getConnection(jdbcUrl(own));
				ResultSet versions = connection.createStatement()
					.executeQuery("select distinct version from document where name = 'b'")) {
			assertThat(versions.next()).isTrue();
			assertThat(versions.getInt(1)).isEqualTo(VERSION);
			assertThat(versions.next()).as("another version").isFalse();
		}
	}

	/** Returns the address of the database, which nobody else uses any more. */
	abstract String jdbcUrl(Path archive);

	private static void interrupt(KeptArchive archive, Interruption interruption, List<BusyProgram> programs)
			throws Exception {
		try {
			for (int i = 0; i < RESTARTS; i++) {
				Thread.sleep(REST * 1000L + 500 + new Random().nextInt(1500));
				interruption.interrupt(i);
				programs.forEach(BusyProgram::requireRunning);
			}
			for (BusyProgram program : programs) {
				program.finish();
			}
		}
		catch (AssertionError ex) {
			throw new AssertionError(ex.getMessage() + "\n" + archive.complaints(), ex);
		}
	}

	/** Ends the application, and waits until the next process serves programs. */
	@FunctionalInterface
	private interface Interruption {

		double interrupt(int count) throws Exception;

	}

	private Path makeTree() throws Exception {
		Path made = BusyScripts.makeTree(this.directory.resolve("tree"), FILES);
		Shell.in(this.directory)
			.check("tar cf tree.tar tree && head -c 20000000 /dev/urandom > large.bin"
					+ " && git init -q --bare repository.git");
		return made;
	}

	private String copyBySamba(SambaServer samba) {
		Path large = this.directory.resolve("large.bin");
		return "while go_on; do cd \"$here\"; %s; cmp samba.got %s; pass; done".formatted(
				samba.command("put %s samba.bin; get samba.bin samba.got; rm samba.bin".formatted(large)), large);
	}

	private Map<String, String> scripts(Path tree) {
		String source = tree.toString();
		String local = this.directory.toString();
		Map<String, String> scripts = new LinkedHashMap<>();
		scripts.put("cp", BusyScripts.copy(tree));
		scripts.put("rsync", ("while go_on; do rsync -r %s/ rsync && diff -r %s rsync && rm -r rsync; pass; done")
			.formatted(source, source));
		scripts.put("tar",
				("while go_on; do mkdir tar; tar xf %s.tar -C tar; diff -r %s tar/tree; rm -r tar; pass; done")
					.formatted(source, source));
		scripts.put("sum", ("cp %1$s/large.bin large.bin; while go_on; do cmp large.bin %1$s/large.bin; pass; done")
			.formatted(local));
		scripts.put("tail", BusyScripts.TAIL);
		scripts.put("flock", BusyScripts.FLOCK);
		scripts.put("lodger", BusyScripts.LODGER);
		scripts.put("shell", """
				mkdir inside; cd inside; echo here > a.txt
				while go_on; do test "$(cat a.txt)" = here; test "$(ls)" = a.txt; cd ../inside; pass; sleep 0.05; done
				cd ..; rm -r inside
				""");
		scripts.put("mapped", """
				head -c 1000000 %1$s/large.bin > mapped.bin
				python3 - "$here" %1$s/large.bin <<'PYTHON'
				import mmap, os, sys, time
				wanted = open(sys.argv[2], "rb").read(1000000)
				with open("mapped.bin", "rb") as file:
				    mapped = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
				    passes = open(sys.argv[1] + "/passes", "w")
				    while not os.path.exists(sys.argv[1] + "/finish"):
				        assert mapped[:] == wanted
				        mapped.madvise(mmap.MADV_DONTNEED)
				        passes.write(".\\n"); passes.flush(); time.sleep(0.05)
				PYTHON
				""".formatted(local));
		scripts.put("deleted", """
				head -c 300000 %1$s/large.bin > deleted.bin
				exec 8< deleted.bin
				rm deleted.bin
				while go_on; do
				  python3 -c 'import os, sys; sys.stdout.buffer.write(os.pread(8, 300000, 0))' > "$here/read"
				  head -c 300000 %1$s/large.bin | cmp - "$here/read"; pass
				done
				""".formatted(local));
		scripts.put("slow", """
				while go_on; do
				  { for i in $(seq 40); do printf "%%03d\\n" $i; sleep 0.05; done; } > slow.txt
				  test "$(cat slow.txt)" = "$(seq -f %%03g 40)"; pass
				done
				""".formatted());
		for (int writer = 0; writer < WRITERS; writer++) {
			scripts.put("writer" + writer, """
					i=0
					while go_on; do
					  i=$((i + 1)); f=writer%1$d-$((i %% 20)).bin
					  head -c $((RANDOM + 1)) /dev/urandom > "$here/content"
					  cat "$here/content" > $f
					  cmp $f "$here/content"
					  cp "$here/content" "$here/kept-$((i %% 20))"
					  pass
					done
					for k in "$here"/kept-*; do cmp "$k" writer%1$d-${k##*kept-}.bin; done
					""".formatted(writer));
		}
		if (Shell.has("git")) {
			scripts.put("git",
					"""
							export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a HOME="$here"
							git -c init.defaultBranch=main init -q "$here/origin"; cp -r %1$s "$here/origin/tree"
							git -C "$here/origin" add . ; git -C "$here/origin" commit -qm first
							while go_on; do git clone -q "$here/origin" clone; git -C clone fsck --strict; rm -rf clone; pass; done
							"""
						.formatted(source));
		}
		return scripts;
	}

}
