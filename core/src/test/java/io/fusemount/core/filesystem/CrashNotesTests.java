package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.CallListener;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Notes that follow what others than programs do, and notes that count no longer.
 */
class CrashNotesTests {

	@TempDir
	Path parent;

	private CrashFixture mount;

	@BeforeEach
	void start() {
		this.mount = new CrashFixture(this.parent);
	}

	@AfterEach
	void close() {
		this.mount.close();
	}

	@Test
	void whatAnAdministratorHasStoredIsARowThatOthersMayReplace() {
		HandleId handle = this.mount.create("new.txt");
		this.mount.write(handle, 0, "mine");
		assertThat(this.mount.fileSystem.supervision().storeAll(false)).isTrue();
		this.mount.files.application().put("new.txt", "theirs");
		this.mount.crash();
		assertThat(this.mount.fileSystem.status(this.mount.fileSystem.resolve("/files/new.txt")).size())
			.isEqualTo("theirs".length());
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("new.txt")).isEqualTo("theirs");
	}

	@Test
	void aRowThatOthersHaveMadeInsteadIsNotTakenForTheOneOfAProgram() {
		HandleId handle = this.mount.create("new.txt");
		this.mount.write(handle, 0, "mine");
		List<CrashFixture.Image> left = new ArrayList<>();
		this.mount.files.troubles().listen(new CallListener() {
			@Override
			public void after(Call done) {
				if (done == Call.CREATE) {
					left.add(CrashNotesTests.this.mount.copy());
				}
			}
		});
		this.mount.fileSystem.flush(handle);
		try (CrashFixture next = new CrashFixture(this.parent.resolve("next"))) {
			next.files.application().put("new.txt", "theirs");
			assertThat(next.files.application().key("new.txt"))
				.isEqualTo(this.mount.files.application().key("new.txt"));
			next.leave();
			next.goOn(left.get(0), Set.of());
			assertThat(next.fileSystem.supervision().unstored(1).files()).hasSize(1);
		}
	}

	@Test
	void changesThatAreManyAtOnceAreAllWrittenDown() {
		this.mount.files.application().put("a.txt", "0123456789".repeat(20));
		HandleId handle = this.mount.open("a.txt", OpenOptions.READ_WRITE);
		for (int i = 0; i < 100; i++) {
			this.mount.write(handle, 2 * i, "x");
		}
		// What is between was not fetched yet.
		this.mount.delete("a.txt");
		this.mount.crash();
		assertThat(this.mount.read(handle)).isEqualTo("x1x3x5x7x9".repeat(20));
	}

	@Test
	void anotherNotebookHasAllOfWhatIsOpen() {
		HandleId handle = this.mount.create("new.txt");
		this.mount.write(handle, 0, "mine");
		ByteBuffer second = ByteBuffer.allocateDirect(CrashFixture.MEMORY);
		this.mount.fileSystem.handover().keep(Notebook.begin(second));
		this.mount.write(handle, 4, " too");
		Notebook.Contents contents = Objects.requireNonNull(Notebook.read(second));
		assertThat(contents.of(Notebook.Kind.HANDLE)).containsOnlyKeys(handle.value());
		assertThat(contents.of(Notebook.Kind.FILE)).hasSize(1);
		assertThat(contents.of(Notebook.Kind.DRAFT)).hasSize(1);
		CrashFixture.Image left = new CrashFixture.Image(this.mount.copy().spool(), second);
		this.mount.leave();
		this.mount.goOn(left, Set.of());
		assertThat(this.mount.read(handle)).isEqualTo("mine too");
		this.mount.closeFile(handle);
		assertThat(this.mount.stored("new.txt")).isEqualTo("mine too");
	}

}
