package io.fusemount.conformance.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the answers of {@code stat}, {@code utimens}, {@code chmod}, {@code access}
 * and {@code statfs}.
 */
abstract class PosixStatusKit extends DirectoryKit {

	private static final Instant LONG_AGO = Instant.parse("2001-09-09T01:46:40Z");

	@Test
	void statusTellsKindAndSize() throws IOException {
		Files.writeString(path("a.txt"), "text");
		BasicFileAttributes file = Files.readAttributes(path("a.txt"), BasicFileAttributes.class);
		assertThat(file.isRegularFile()).isTrue();
		assertThat(file.size()).isEqualTo(4);
		BasicFileAttributes directory = Files.readAttributes(target().directory(), BasicFileAttributes.class);
		assertThat(directory.isDirectory()).isTrue();
		assertThat(sh("stat -c '%F %s %h' a.txt")).isEqualTo("regular file 4 1\n");
	}

	@Test
	void sizeGrowsWithEveryWrite() {
		sh("exec 3> a.txt; for i in 1 2 3; do printf 12345 >&3; test $(stat -c %s a.txt) = $((i * 5)) || exit 1; done");
	}

	@Test
	void modificationTimeIsSet() throws IOException {
		Files.writeString(path("a.txt"), "text");
		Files.setLastModifiedTime(path("a.txt"), FileTime.from(LONG_AGO));
		assertThat(Files.getLastModifiedTime(path("a.txt")).toInstant()).isEqualTo(LONG_AGO);
		assertThat(sh("touch -d '2020-02-29 12:34:56 UTC' a.txt && TZ=UTC stat -c %y a.txt"))
			.startsWith("2020-02-29 12:34:56");
		assertThat(path("a.txt")).hasContent("text");
	}

	@Test
	void modificationTimeSetWhileTheFileIsOpenSurvivesItsClose() {
		sh("exec 3> a.txt; printf text >&3; touch -d @1000000000 a.txt; exec 3>&-; test $(stat -c %Y a.txt) = 1000000000"
				+ " && test \"$(cat a.txt)\" = text");
	}

	@Test
	void modificationTimeFollowsWrites() {
		sh("printf text > a.txt && touch -d @1000000000 a.txt && printf ' more' >> a.txt"
				+ " && test $(stat -c %Y a.txt) -gt 1000000000");
		sh("touch -d @1000000000 a.txt && touch a.txt && test $(stat -c %Y a.txt) -gt 1000000000");
		sh("touch -d @1000000000 a.txt && truncate -s 1 a.txt && test $(stat -c %Y a.txt) -gt 1000000000");
	}

	@Test
	void modificationTimeStaysWhenNothingIsWritten() {
		sh("printf text > a.txt && touch -d @1000000000 a.txt && cat a.txt && : >> a.txt && mv a.txt b.txt"
				+ " && test $(stat -c %Y b.txt) = 1000000000");
	}

	@Test
	void accessTimeMayBeGiven() {
		sh("printf text > a.txt && touch -a -d @1000000000 a.txt && touch -r a.txt a.txt");
	}

	@Test
	void inodeNumberBelongsToTheFile() throws IOException {
		Files.writeString(path("a.txt"), "text");
		Files.writeString(path("other"), "text");
		Object inode = inode("a.txt");
		assertThat(inode("other")).isNotEqualTo(inode);
		Files.writeString(path("a.txt"), "changed");
		assertThat(inode("a.txt")).isEqualTo(inode);
		Files.move(path("a.txt"), path("b.txt"));
		assertThat(inode("b.txt")).isEqualTo(inode);
		assertThat(sh("ls -i b.txt").strip()).startsWith(inode.toString());
	}

	@Test
	void openFileAndItsNameHaveOneInodeNumber() {
		sh("for i in $(seq 20); do exec 3> a$i.txt; printf text >&3;"
				+ " test $(stat -L -c %i /proc/self/fd/3) = $(stat -c %i a$i.txt) || exit 1; exec 3>&-; done");
	}

	@Test
	void ownerMayReadAndWrite() {
		sh("printf text > a.txt && test -r a.txt && test -w a.txt && test ! -x a.txt && test -x . && test -w .");
		Map<Character, Boolean> bits = Map.of('r', true, 'w', true);
		String mode = sh("stat -c %A a.txt");
		assertThat(bits).allSatisfy((bit, set) -> assertThat(mode.substring(1, 4).indexOf(bit) >= 0).isEqualTo(set));
	}

	@Test
	void chmodToTheSameModeIsAccepted() {
		sh("printf text > a.txt && chmod $(stat -c %a a.txt) a.txt && chown $(stat -c %u:%g a.txt) a.txt");
	}

	@Test
	void chmodIsStoredOrLeavesTheMode() {
		sh("printf text > a.txt");
		String before = sh("stat -c %a a.txt");
		boolean accepted = shell().run("chmod 600 a.txt").isSuccess();
		String after = sh("stat -c %a a.txt").strip();
		if (target().hasPermissions()) {
			assertThat(accepted).isTrue();
			assertThat(after).isEqualTo("600");
		}
		else {
			assertThat(after).isEqualTo(before.strip());
		}
		assertThat(sh("cat a.txt")).isEqualTo("text");
	}

	@Test
	void statusOfNothingFails() {
		sh("printf text > a.txt && stat a.txt && rm a.txt");
		shFails("stat a.txt", "No such file or directory");
	}

	@Test
	void nameThatWasMissedCanBeCreated() {
		for (int i = 0; i < 20; i++) {
			sh("test ! -e a.txt && printf text > a.txt && test -e a.txt && rm a.txt && test ! -e a.txt");
		}
	}

	@Test
	void filesystemHasRoom() {
		String[] fields = sh("stat -f -c '%S %b %a %l' .").strip().split(" ");
		assertThat(Long.parseLong(fields[0])).as("block size").isPositive();
		assertThat(Long.parseLong(fields[1])).as("blocks").isPositive();
		assertThat(Long.parseLong(fields[2])).as("free blocks").isPositive();
		assertThat(Long.parseLong(fields[3])).as("longest name").isEqualTo(255);
		sh("df -P . && df -i .");
	}

	private Object inode(String name) throws IOException {
		return Files.getAttribute(path(name), "unix:ino");
	}

}
