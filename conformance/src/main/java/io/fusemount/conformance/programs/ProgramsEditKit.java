package io.fusemount.conformance.programs;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that change a file, each in its own way.
 */
abstract class ProgramsEditKit extends DirectoryKit {

	@Test
	void redirectsAndTees() {
		// echo one > a.txt; echo two >> a.txt; echo three | tee -a a.txt
		sh("echo one > a.txt; echo two >> a.txt; echo three | tee -a a.txt > /dev/null");
		assertThat(sh("cat a.txt")).isEqualTo("one\ntwo\nthree\n");
	}

	@Test
	void editsInPlaceWithSed() {
		sh("printf 'one\\ntwo\\n' > a.txt");
		// sed -i s/two/2/ a.txt
		sh("sed -i s/two/2/ a.txt");
		assertThat(sh("cat a.txt")).isEqualTo("one\n2\n");
		// sed -i.bak s/one/1/ a.txt
		sh("sed -i.bak s/one/1/ a.txt");
		assertThat(sh("cat a.txt a.txt.bak")).isEqualTo("1\n2\none\n2\n");
		assertThat(names()).containsExactly("a.txt", "a.txt.bak");
	}

	@Test
	void editsInPlaceWithPerl() {
		assumeInstalled("perl");
		sh("printf 'one\\ntwo\\n' > a.txt");
		// perl -pi -e 's/two/2/' a.txt
		sh("perl -pi -e 's/two/2/' a.txt");
		assertThat(sh("cat a.txt")).isEqualTo("one\n2\n");
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	void sortsOntoItself() {
		sh("printf 'b\\nc\\na\\n' > a.txt");
		// sort -o a.txt a.txt
		sh("sort -o a.txt a.txt");
		assertThat(sh("cat a.txt")).isEqualTo("a\nb\nc\n");
	}

	@Test
	void splitsAndJoins() {
		sh("seq 20000 > numbers");
		// split -b 10000 numbers part-; cat part-* | cmp - numbers
		sh("split -b 10000 numbers part- && cat part-* | cmp - numbers");
		// join left right
		assertThat(sh("printf '1 a\\n2 b\\n' > left; printf '1 x\\n2 y\\n' > right; join left right"))
			.isEqualTo("1 a x\n2 b y\n");
	}

	@Test
	void overwritesWithDd() {
		sh("seq 100000 > numbers && cp numbers /tmp/numbers.$$ && trap 'rm /tmp/numbers.'$$ EXIT;"
				+ " for f in numbers /tmp/numbers.$$; do"
				// dd if=/dev/zero of=numbers bs=4096 seek=3 count=2 conv=notrunc
				+ " dd if=/dev/zero of=$f bs=4096 seek=3 count=2 conv=notrunc status=none || exit 1; done;"
				+ " cmp numbers /tmp/numbers.$$");
		// dd if=/dev/zero of=synced bs=64k count=16 conv=fsync
		sh("dd if=/dev/zero of=synced bs=64k count=16 conv=fsync status=none && test $(stat -c %s synced) = 1048576");
	}

	@Test
	void touches() {
		// touch new.txt; touch -d '2020-01-01 UTC' new.txt; touch -r new.txt other.txt
		sh("touch new.txt && touch -d '2020-01-01 UTC' new.txt && touch -r new.txt other.txt"
				+ " && test $(stat -c %Y other.txt) = 1577836800");
		assertThat(names()).containsExactly("new.txt", "other.txt");
	}

	@Test
	void truncatesAndShreds() {
		// truncate -s 100 a.bin; shred -u a.bin
		sh("truncate -s 100 a.bin && test $(stat -c %s a.bin) = 100 && shred -u a.bin");
		assertThat(names()).isEmpty();
	}

	@Test
	void patches() {
		assumeInstalled("patch", "diff");
		sh("printf 'one\\ntwo\\n' > a.txt && printf 'one\\n2\\n' > b.txt");
		// diff -u a.txt b.txt > change; patch a.txt change
		sh("diff -u a.txt b.txt > change; patch a.txt change && cmp a.txt b.txt");
	}

}
