package io.fusemount.conformance.vfs;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The common base of kits in which a program has written a new file beside an old one,
 * and is about to keep the old content under a permanent name.
 */
abstract class VfsSavingBesideKit extends VfsKit {

	private static final Caller PROGRAM = new Caller(1000, 1000, 7);

	/** A name as mkstemp(3) creates it; the file therefore stays local. */
	static final String NEW = "~WRD0000.tmp";

	static final String BACKUP = "a.txt.bak";

	NodeKey row;

	@BeforeEach
	void writeNewFile() {
		Caller.bind(PROGRAM);
		application().put("a.txt", bytes("old"));
		this.row = committedKey("a.txt");
		writeFile(NEW, "new");
	}

	@AfterEach
	void unbind() {
		Caller.unbind();
	}

	void saveBeside(String text) {
		writeFile(NEW, text);
		rename("a.txt", BACKUP);
		rename(NEW, "a.txt");
	}

	void assertSaved(String content, String backup) {
		assertThat(application().key("a.txt")).isEqualTo(this.row);
		assertThat(committed("a.txt")).isEqualTo(content);
		assertThat(committed(BACKUP)).isEqualTo(backup);
		assertThat(readFile("a.txt")).isEqualTo(content);
		assertThat(readFile(BACKUP)).isEqualTo(backup);
		assertThat(list()).containsExactlyInAnyOrder("a.txt", BACKUP);
		assertThat(fixture().conflicts()).isEmpty();
	}

	void assertRenamed(String content) {
		assertThat(application().key(BACKUP)).isEqualTo(this.row);
		assertThat(committed(BACKUP)).isEqualTo(content);
		assertThat(application().key("a.txt")).isNull();
	}

}
