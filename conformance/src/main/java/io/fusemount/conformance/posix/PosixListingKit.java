package io.fusemount.conformance.posix;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a directory of many files, at rest and while it changes.
 */
abstract class PosixListingKit extends DirectoryKit {

	private static final int MANY = 2000;

	@Test
	void twoThousandFilesAreListedOnceAndDeletedWhileTheyAreListed() throws IOException {
		sh("i=1; while [ $i -le " + MANY + " ]; do printf %d $i > file-$i; i=$((i + 1)); done");
		assertThat(names()).hasSize(MANY).doesNotHaveDuplicates();
		assertThat(sh("ls -l | wc -l").strip()).isEqualTo(Integer.toString(MANY + 1));
		assertThat(sh("cat file-1 file-1000 file-" + MANY)).isEqualTo("110002000");
		Set<String> seen = new HashSet<>();
		try (DirectoryStream<Path> stream = Files.newDirectoryStream(target().directory())) {
			for (Path file : stream) {
				assertThat(seen.add(file.getFileName().toString())).as(file.toString()).isTrue();
				Files.delete(file);
			}
		}
		assertThat(seen).hasSize(MANY);
		assertThat(names()).isEmpty();
	}

	@Test
	void listingEndsWhileFilesAreCreated() throws IOException {
		sh("for i in $(seq 300); do : > old-$i; done");
		Set<String> seen = new HashSet<>();
		try (DirectoryStream<Path> stream = Files.newDirectoryStream(target().directory())) {
			for (Path file : stream) {
				String name = file.getFileName().toString();
				assertThat(seen.add(name)).as(name).isTrue();
				if (name.startsWith("old") && seen.size() <= 50) {
					Files.createFile(path("new-" + name));
				}
			}
		}
		assertThat(seen).filteredOn((name) -> name.startsWith("old")).hasSize(300);
	}

	@Test
	void fileIsListedAsSoonAsItIsCreatedAndNotLongerThanItIsThere() {
		sh("exec 3> new.txt; test \"$(ls)\" = new.txt && printf text >&3 && test \"$(ls)\" = new.txt; status=$?;"
				+ " exec 3>&-; test \"$(ls)\" = new.txt && rm new.txt && test -z \"$(ls)\" && exit $status");
	}

	@Test
	void listingMayBeGivenUp() {
		sh("for i in $(seq 500); do : > file-$i; done; for i in 1 2 3; do ls -U | head -n 1 > /dev/null; done");
		assertThat(names()).hasSize(500);
	}

}
