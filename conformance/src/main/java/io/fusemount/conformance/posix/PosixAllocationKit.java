package io.fusemount.conformance.posix;

import java.io.IOException;
import java.nio.file.Files;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract: {@code fallocate} and holes, and how programs find them.
 */
abstract class PosixAllocationKit extends DirectoryKit {

	@BeforeEach
	void fallocateIsInstalled() {
		assumeInstalled("fallocate");
	}

	@Test
	void fileIsExtendedByAllocation() throws IOException {
		sh("printf 0123 > a.txt && fallocate -l 10 a.txt");
		assertThat(path("a.txt")).hasBinaryContent(bytes("0123______"));
		sh("fallocate -l 5 a.txt && fallocate --keep-size -l 100000 a.txt");
		assertThat(path("a.txt")).hasSize(10);
		sh("fallocate -l 1000000 new && test $(stat -c %s new) = 1000000 && test $(tr -d '\\0' < new | wc -c) = 0");
	}

	@Test
	void rangeIsPunchedOutAndZeroed() throws IOException {
		assumeTrue(shell().run("printf x > probe && fallocate --zero-range -l 1 probe").isSuccess(),
				"This filesystem zeroes no ranges");
		sh("rm probe && printf 0123456789 > a.txt && fallocate --punch-hole -o 2 -l 3 a.txt");
		assertThat(path("a.txt")).hasBinaryContent(bytes("01___56789"));
		sh("fallocate --zero-range --keep-size -o 9 -l 5 a.txt");
		assertThat(path("a.txt")).hasBinaryContent(bytes("01___5678_"));
		sh("fallocate --zero-range -o 8 -l 4 a.txt");
		assertThat(path("a.txt")).hasBinaryContent(bytes("01___567____"));
	}

	@Test
	void allocationWhileTheFileIsWrittenKeepsWhatWasWritten() throws IOException {
		sh("exec 3> a.txt; printf 0123 >&3; fallocate -l 8 a.txt; printf 45 >&3; exec 3>&-");
		assertThat(path("a.txt")).hasBinaryContent(bytes("012345__"));
	}

	@Test
	void posixFallocateIsThere() throws IOException {
		assumeInstalled("python3");
		sh("python3 -c \"import os; f = os.open('a.bin', os.O_RDWR | os.O_CREAT); os.posix_fallocate(f, 100, 200000);"
				+ " os.pwrite(f, b'x', 200099)\"");
		assertThat(path("a.bin")).hasSize(200_100);
	}

	@Test
	void moreThanTheDiskHasIsRefused() {
		sh("printf 0123 > a.txt");
		assertThat(shell().run("fallocate -l 1000P a.txt").isSuccess()).isFalse();
		assertThat(shell().run("truncate -s 7E a.txt").isSuccess()).isFalse();
		assertThat(path("a.txt")).hasContent("0123");
	}

	@Test
	void sparseFileIsCopiedWithItsHoles() {
		sh("truncate -s 3000000 sparse && printf end >> sparse && cp --sparse=always sparse copy && cmp sparse copy");
		sh("cp --sparse=never copy again && cmp sparse again && fallocate --dig-holes again && cmp sparse again");
	}

	@Test
	void dataAndHolesAreFound() throws IOException {
		assumeInstalled("python3");
		Files.writeString(path("a.txt"), "0123456789");
		assertThat(sh("python3 -c \"import os; f = os.open('a.txt', os.O_RDONLY);"
				+ " print(os.lseek(f, 0, os.SEEK_DATA), os.lseek(f, 3, os.SEEK_HOLE))\""))
			.isEqualTo("0 10\n");
	}

	/** Returns the bytes of a text, in which {@code _} stands for a zero. */
	private static byte[] bytes(String text) {
		return text.replace('_', '\0').getBytes(java.nio.charset.StandardCharsets.US_ASCII);
	}

}
