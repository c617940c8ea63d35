package io.fusemount.conformance.programs;

import java.nio.file.Path;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that preserve more of a file than its content end with status 0
 * wherever no content is lost.
 */
abstract class ProgramsMetadataKit extends DirectoryKit {

	@TempDir
	Path elsewhere;

	@BeforeEach
	void fillElsewhere() {
		sh("cd " + this.elsewhere + " && printf private > private && printf tool > tool && seq 10000 > numbers"
				+ " && chmod 600 private && chmod 755 tool && chmod 444 numbers && touch -d @1000000000 *");
	}

	@ParameterizedTest
	@ValueSource(strings = { "cp -p FROM/* .", "cp -a FROM/* .", "cp --preserve=all FROM/* .", "install -p FROM/* .",
			"rsync -a FROM/ ./", "rsync -aX FROM/ ./", "rsync -aAX FROM/ ./", "rsync -aHAX --inplace FROM/ ./",
			"tar -C FROM -c . | tar -x --no-overwrite-dir", "tar -C FROM -c . | tar -xp --no-overwrite-dir",
			"tar -C FROM --acls --xattrs -c . | tar --acls --xattrs -xp --no-overwrite-dir", "mv FROM/* ." })
	void programEndsWellAndKeepsContentAndTimes(String line) {
		assumeInstalled(line.replaceAll(".*\\| ", "").replaceAll(" .*", ""));
		sh(line.replace("FROM", this.elsewhere.toString()));
		assertThat(sh("cat private tool; wc -l < numbers; stat -c %Y private tool numbers"))
			.isEqualTo("privatetool10000\n1000000000\n1000000000\n1000000000\n");
		assertThat(names()).containsExactly("numbers", "private", "tool");
	}

	@Test
	void ownersOfOthersAreNoObstacle() {
		assumeRoot();
		sh("chown 1:1 " + this.elsewhere + "/*");
		sh("cp -a " + this.elsewhere + "/* . && rm * && tar -C " + this.elsewhere
				+ " -c . | tar -xp --no-overwrite-dir && cmp numbers " + this.elsewhere + "/numbers");
		sh("install -o 1 -g 1 -m 600 " + this.elsewhere + "/tool . && cat tool");
	}

	@Test
	void ownersOfOthersAreNoObstacleToRsync() {
		assumeRoot();
		assumeInstalled("rsync");
		sh("chown 1:1 " + this.elsewhere + "/*");
		sh("rsync -a " + this.elsewhere + "/ ./ && cmp numbers " + this.elsewhere + "/numbers");
	}

	@Test
	@Semantics("Access control lists are treated as `chmod` is: accepted and ignored, or refused.")
	void accessControlListsAreNoObstacle() {
		assumeInstalled("setfacl", "rsync");
		Assumptions.assumeTrue(
				Shell.in(this.elsewhere).run("chmod u+w numbers && setfacl -m u:1:rw private tool numbers").isSuccess(),
				"The local disk has no access control lists");
		for (String line : new String[] { "cp -p FROM/* .", "cp -a FROM/* .", "cp --preserve=all FROM/* .",
				"rsync -aAX FROM/ ./", "tar -C FROM --acls -c . | tar --acls -xp --no-overwrite-dir" }) {
			sh(line.replace("FROM", this.elsewhere.toString()) + " && cmp numbers " + this.elsewhere + "/numbers");
			sh("rm *");
		}
		sh("printf text > a.txt && setfacl -m u:1:rw a.txt && setfacl -b a.txt && getfacl a.txt && test \"$(cat a.txt)\" = text");
	}

	@Test
	void extendedAttributesAreKeptOrTheirLossIsTold() {
		assumeInstalled("setfattr", "rsync");
		Assumptions.assumeTrue(Shell.in(this.elsewhere).run("setfattr -n user.colour -v red tool").isSuccess(),
				"The local disk has no extended attributes");
		String from = this.elsewhere.toString();
		// Neither command was required to keep the attributes.
		sh("cp -a " + from + "/tool . && test \"$(cat tool)\" = tool && rm tool");
		sh("cp " + from + "/tool " + from + "/copy && mv " + from + "/copy tool && test \"$(cat tool)\" = tool");
		boolean told = !shell().run("rsync -aX " + from + "/ ./").isSuccess();
		boolean kept = shell().run("getfattr -n user.colour tool").isSuccess();
		assertThat(kept).isNotEqualTo(told);
		sh("cmp tool " + from + "/tool && cmp numbers " + from + "/numbers");
	}

	private void assumeRoot() {
		Assumptions.assumeTrue(sh("id -u").strip().equals("0"), "Only root can give files away");
	}

}
