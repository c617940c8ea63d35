package io.fusemount.conformance.programs;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that search and inspect files.
 */
abstract class ProgramsSearchKit extends DirectoryKit {

	@BeforeEach
	void fill() {
		sh("seq 1000 > numbers; printf 'the needle is here\\n' > 'hay stack.txt'; printf 'nothing\\n' > Grüße.txt;"
				+ " : > empty; touch -d @1000000000 numbers");
	}

	@Test
	void lists() {
		// ls; ls -la; ls -t
		assertThat(sh("ls").lines()).containsExactlyInAnyOrder("Grüße.txt", "empty", "hay stack.txt", "numbers");
		assertThat(sh("ls -la").lines()).hasSize(7);
		assertThat(sh("ls -l numbers")).contains("3893").contains("2001");
		assertThat(sh("ls -t | tail -n 1")).isEqualTo("numbers\n");
		assertThat(sh("ls -S | head -n 1")).isEqualTo("numbers\n");
	}

	@Test
	void finds() {
		// find . -type f -size +1k; find . -newermt 2010-01-01; find . -empty
		assertThat(sh("find . -type f -size +1k")).isEqualTo("./numbers\n");
		assertThat(sh("find . -type f ! -newermt 2010-01-01")).isEqualTo("./numbers\n");
		assertThat(sh("find . -type f -empty")).isEqualTo("./empty\n");
		assertThat(sh("find . -name 'hay*' -print0 | xargs -0 cat")).isEqualTo("the needle is here\n");
	}

	@Test
	void greps() {
		// grep -r needle .
		assertThat(sh("grep -r needle .")).isEqualTo("./hay stack.txt:the needle is here\n");
		assertThat(sh("grep -c 99 numbers")).isEqualTo("19\n");
		assertThat(shell().run("grep -r absent .").status()).isEqualTo(1);
	}

	@Test
	void readsEnds() {
		// head -c 4 numbers; tail -c 5 numbers; tail -n 2 numbers
		assertThat(sh("head -c 4 numbers")).isEqualTo("1\n2\n");
		assertThat(sh("tail -c 5 numbers")).isEqualTo("1000\n");
		assertThat(sh("tail -n 2 numbers")).isEqualTo("999\n1000\n");
		assertThat(sh("tail -c +3890 numbers")).isEqualTo("000\n");
	}

	@Test
	void countsAndCompares() {
		// wc numbers; cmp; diff; sha256sum
		assertThat(sh("wc -lc < numbers").strip().split(" +")).containsExactly("1000", "3893");
		assertThat(sh("sha256sum numbers")).isEqualTo(sh("seq 1000 | sha256sum").replace("-", "numbers"));
		assertThat(sh("seq 1000 | cmp - numbers")).isEmpty();
		assertThat(shell().run("diff numbers empty > /dev/null").status()).isEqualTo(1);
	}

	@Test
	void tellsSizes() {
		// stat numbers; du -b numbers; du -s .; df .
		assertThat(sh("stat -c '%n %s %F' numbers")).isEqualTo("numbers 3893 regular file\n");
		assertThat(sh("du -b numbers")).startsWith("3893\t");
		assertThat(Long.parseLong(sh("du -sk . | cut -f 1").strip())).isPositive();
		assertThat(sh("df -P .").lines()).hasSize(2);
		sh("file numbers > /dev/null || command -v file > /dev/null || true");
	}

}
