package io.fusemount.conformance.programs;

import java.nio.file.Path;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that put files into archives and extract them.
 */
abstract class ProgramsArchiveKit extends DirectoryKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void fill() {
		sh("seq 50000 > numbers; : > empty; head -c 200000 /dev/urandom > 'random bytes';"
				+ " touch -d @1000000000 numbers empty 'random bytes'");
		sh("cp -p * " + this.elsewhere);
	}

	@Test
	void packsAndUnpacksWithTar() {
		// tar cf elsewhere/all.tar .
		sh("tar cf " + this.elsewhere + "/all.tar . && rm *");
		// tar xf elsewhere/all.tar
		sh("tar xf " + this.elsewhere + "/all.tar");
		assertRestored();
		assertThat(sh("stat -c %Y *").lines()).containsOnly("1000000000");
	}

	@Test
	void archiveMayLieInTheDirectoryItself() {
		// tar czf all.tgz numbers empty; tar xzf all.tgz
		sh("tar czf all.tgz numbers empty 'random bytes' && rm numbers empty 'random bytes' && tar xzf all.tgz"
				+ " && rm all.tgz");
		assertRestored();
	}

	@Test
	void unpacksOverExistingFiles() {
		sh("tar cf " + this.elsewhere + "/all.tar * && printf changed > numbers");
		sh("tar xf " + this.elsewhere + "/all.tar");
		assertRestored();
		sh("printf changed > numbers && tar xf " + this.elsewhere + "/all.tar --overwrite");
		assertRestored();
	}

	@Test
	void packsAndUnpacksWithZip() {
		assumeInstalled("zip", "unzip");
		// zip all.zip *; rm …; unzip all.zip
		sh("zip -q all.zip * && rm numbers empty 'random bytes' && unzip -q all.zip");
		// zip -u all.zip more; zip -d all.zip more
		sh("printf more > more && zip -q all.zip more && zip -q -d all.zip more && unzip -tq all.zip && rm all.zip more");
		assertRestored();
	}

	@Test
	void compressesInPlace() {
		assumeInstalled("gzip");
		// gzip numbers; gunzip numbers.gz
		sh("gzip numbers && test ! -e numbers && gunzip numbers.gz");
		assertRestored();
		assertThat(sh("stat -c %Y numbers")).isEqualTo("1000000000\n");
	}

	private void assertRestored() {
		sh("for f in *; do cmp \"$f\" " + this.elsewhere + "/\"$f\" || exit 1; done");
		assertThat(names()).containsExactly("empty", "numbers", "random bytes");
	}

}
