package io.fusemount.conformance.trees;

import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.programs.SambaServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: folders through a share of Samba, created, renamed, moved and deleted as by
 * users of Windows.
 */
abstract class TreesSambaKit extends DirectoryKit {

	@TempDir
	Path elsewhere;

	private @Nullable SambaServer server;

	@BeforeEach
	void share() throws Exception {
		assumeInstalled("smbd", "smbclient");
		Assumptions.assumeTrue("root".equals(System.getProperty("user.name")),
				"smbd changes its user, so it has to be started by root");
		sh("cd " + this.elsewhere + " && mkdir -p tree/one 'tree/two words' tree/empty && printf a > tree/a.txt"
				+ " && seq 20000 > tree/one/numbers && printf x > 'tree/two words/x y'");
		this.server = SambaServer.share(target().directory());
	}

	@AfterEach
	void unshare() {
		if (this.server != null) {
			this.server.close();
		}
	}

	private String smb(String commands) {
		return Objects.requireNonNull(this.server).run("lcd " + this.elsewhere + "; " + commands);
	}

	@Test
	void makesAndRenamesFolders() {
		// Explorer creates "New folder" and renames it.
		smb("mkdir \"New folder\"; rename \"New folder\" letters; mkdir letters/2026; put tree/a.txt letters/2026/a.txt;"
				+ " rename letters \"all letters\"");
		assertThat(names()).containsExactly("all letters", "all letters/2026", "all letters/2026/a.txt");
		assertThat(sh("cat 'all letters/2026/a.txt'")).isEqualTo("a");
		assertThat(smb("ls \"all letters\\*\"")).contains("2026");
	}

	@Test
	void movesFilesAndFoldersBetweenFolders() {
		sh("mkdir -p from/inner to && printf one > from/file && printf two > from/inner/other");
		smb("rename from/file to/file; rename from/inner to/moved; rename to/moved/other from/other");
		assertThat(names()).containsExactly("from", "from/other", "to", "to/file", "to/moved");
		assertThat(sh("cat to/file from/other")).isEqualTo("onetwo");
	}

	@Test
	void bringsTreesInAndTakesThemOutAndAway() {
		smb("recurse; prompt; mput tree");
		assertThat(sh("diff -r tree " + this.elsewhere + "/tree && find tree -type d | wc -l").strip()).isEqualTo("4");
		smb("recurse; prompt; lcd " + this.elsewhere + "/tree/empty; mget tree");
		sh("diff -r -x empty tree " + this.elsewhere + "/tree/empty/tree");
		smb("deltree tree");
		assertThat(names()).isEmpty();
	}

	@Test
	void keepsFoldersThatAreNotEmpty() {
		sh("mkdir full && printf text > full/file");
		assertThat(smb("rmdir full; ls")).contains("NT_STATUS_DIRECTORY_NOT_EMPTY");
		assertThat(names()).containsExactly("full", "full/file");
	}

}
