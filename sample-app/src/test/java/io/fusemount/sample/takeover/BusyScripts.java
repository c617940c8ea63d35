package io.fusemount.sample.takeover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * What {@link BusyProgram programs} do in the mount while applications come and go.
 */
final class BusyScripts {

	/** Follows a file that grows. */
	static final String TAIL = """
			: > tail.log
			tail -n +1 -f tail.log > "$here/seen" & follower=$!
			i=0
			while go_on; do i=$((i + 1)); echo "line $i" >> tail.log; pass; sleep 0.05; done
			for try in $(seq 100); do cmp -s tail.log "$here/seen" && break; sleep 0.1; done
			kill $follower
			cmp tail.log "$here/seen"
			""";

	/** Keeps others off by a lock. */
	static final String FLOCK = """
			: > lock.txt
			exec 9< lock.txt
			flock -n 9
			while go_on; do ! flock -n lock.txt true; pass; sleep 0.1; done
			flock -u 9
			flock -n lock.txt true
			""";

	/** Knows the name of its directory at any time, while others pass through it. */
	static final String LODGER = """
			python3 - "$here" <<'PYTHON'
			import os, sys, threading, time
			here, top = sys.argv[1], os.getcwd()
			def pass_through():
			    while True: os.stat(top); time.sleep(0.001)
			threading.Thread(target=pass_through, daemon=True).start()
			with open(here + "/passes", "w") as passes:
			    while not os.path.exists(here + "/finish"):
			        for i in range(100): assert os.getcwd() == top; time.sleep(0.0005)
			        passes.write(".\\n"); passes.flush()
			PYTHON
			""";

	private BusyScripts() {
	}

	/** Copies a tree from the local disk, compares and deletes it. */
	static String copy(Path tree) {
		return "while go_on; do cp -r %1$s cp && diff -r %1$s cp && rm -r cp; pass; done".formatted(tree);
	}

	/** Makes a tree of small files, the same each time. */
	static Path makeTree(Path tree, int files) throws IOException {
		Files.createDirectory(tree);
		Random random = new Random(7);
		for (int i = 0; i < files; i++) {
			byte[] content = new byte[random.nextInt(8000)];
			random.nextBytes(content);
			Path below = Files.createDirectories(tree.resolve("folder" + i % 5));
			Files.write(below.resolve("file%03d.bin".formatted(i)), content);
		}
		return tree;
	}

}
