package io.fusemount.transport.linux;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.core.operation.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holes, as programs look for them.
 */
@EnabledIfFuse
@Timeout(120)
class HolesTests {

	private static final String FILE = "import os; f = os.open('a', os.O_RDWR | os.O_CREAT); ";

	private MountedFiles mounted;

	@BeforeEach
	void mount() {
		this.mounted = MountedFiles.by(new LinuxTransport(false));
	}

	@AfterEach
	void unmount() {
		this.mounted.close();
	}

	@Test
	void holesOfAFileThatIsNotStoredAreFound() {
		assertThat(python("os.pwrite(f, b'text', 1 << 20); os.truncate(f, 1 << 21);"
				+ " print(os.lseek(f, 0, os.SEEK_DATA), os.lseek(f, 0, os.SEEK_HOLE),"
				+ " os.lseek(f, 1 << 20, os.SEEK_HOLE), os.fstat(f).st_blocks)"))
			.isEqualTo("1048576 0 1048580 1\n");
		assertThat(this.mounted.succeeded(Operation.LSEEK)).isEqualTo(3);
	}

	@Test
	void thereIsNoDataBehindTheLast() {
		assertThat(python("os.pwrite(f, b'text', 0); os.truncate(f, 10)\n"
				+ "try: print(os.lseek(f, 4, os.SEEK_DATA))\nexcept OSError as e: print(e.strerror)"))
			.isEqualTo("No such device or address\n");
	}

	@Test
	@Semantics("`cp --sparse=auto` and `tar -S` copy a file with the holes that it has before it is stored.")
	void programsCopyHolesAsHoles() {
		Shell.in(this.mounted.directory())
			.check("exec 3>a && printf text >&3 && truncate -s 50M a && cp --sparse=auto a b && cmp a b"
					+ " && tar -cS a | tar -x --transform s/a/c/ && cmp a c && exec 3>&- && cmp a b && cmp a c");
		assertThat(this.mounted.succeeded(Operation.LSEEK)).isPositive();
		assertThat(this.mounted.succeeded(Operation.WRITE)).as("writes of 1 MiB at most").isLessThan(10);
	}

	@Test
	void whatIsStoredIsData() {
		this.mounted.files().application().put("a", "\0\0text");
		assertThat(python("print(os.lseek(f, 0, os.SEEK_DATA), os.lseek(f, 1, os.SEEK_HOLE), os.fstat(f).st_blocks)"))
			.isEqualTo("0 6 1\n");
	}

	private String python(String script) {
		return Shell.in(this.mounted.directory()).check("python3 - <<'END'\n" + FILE + script + "\nEND");
	}

}
