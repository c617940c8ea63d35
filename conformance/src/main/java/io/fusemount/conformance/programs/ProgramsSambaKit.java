package io.fusemount.conformance.programs;

import java.nio.file.Path;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Contract: a document that is saved through a share of Samba, as programs of Windows
 * save, keeps its row.
 */
abstract class ProgramsSambaKit extends SaveKit {

	@TempDir
	Path elsewhere;

	private @Nullable SambaServer server;

	@BeforeEach
	void share() throws Exception {
		assumeInstalled("smbd", "smbclient");
		Assumptions.assumeTrue("root".equals(System.getProperty("user.name")),
				"smbd changes its user, so it has to be started by root");
		existing("doc.docx", TEXT);
		sh("printf saved > " + this.elsewhere + "/new && printf owner > " + this.elsewhere + "/owner");
		this.server = SambaServer.share(target().directory());
		rows().forget();
	}

	@AfterEach
	void unshare() {
		if (this.server != null) {
			this.server.close();
		}
	}

	private void smb(String commands) {
		Objects.requireNonNull(this.server).run("lcd " + this.elsewhere + "; " + commands);
	}

	@Test
	void putsAndGetsThroughAShare() {
		smb("put new new.txt; get new.txt back; put new doc.docx");
		sh("cmp " + this.elsewhere + "/new " + this.elsewhere + "/back");
		assertKept("doc.docx", "saved");
		assertContent("new.txt", "saved");
		assertRows("doc.docx", "new.txt");
		smb("rename new.txt other.txt; del other.txt");
		assertLeft("doc.docx");
	}

	@Test
	void savesThroughAShareAsWordDoes() {
		smb("put owner ~$doc.docx; put new ~WRD0000.tmp; rename doc.docx ~WRL0001.tmp;"
				+ " rename ~WRD0000.tmp doc.docx; del ~WRL0001.tmp; del ~$doc.docx");
		assertSaved("doc.docx", "saved");
		assertCommitsAtMost(1);
	}

	@Test
	void savesThroughAShareAsExcelDoes() {
		// Eight hexadecimal digits could be the name of any file: a row for a moment.
		smb("put new 5F3A9C10; rename doc.docx 77B1D2E0.tmp; rename 5F3A9C10 doc.docx; del 77B1D2E0.tmp");
		assertKept("doc.docx", "saved");
		assertRowsNow("doc.docx");
		assertLeft("doc.docx");
	}

	@Test
	void replacesThroughAShare() {
		smb("put new 5F3A9C10.tmp; rename 5F3A9C10.tmp doc.docx -f");
		assertSaved("doc.docx", "saved");
	}

}
