package io.fusemount.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What tests can do with files, however they come to them.
 */
@SpringBootTest
abstract class AbstractFuseMountFilesTests {

	final FuseMountFiles files;

	private final NoteRepository notes;

	private final TransactionTemplate transaction;

	AbstractFuseMountFilesTests(@Autowired FuseMountFiles files, @Autowired NoteRepository notes,
			@Autowired PlatformTransactionManager transactionManager) {
		this.files = files;
		this.notes = notes;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	@AfterEach
	void clean() {
		this.notes.deleteAll();
	}

	@Test
	void aFileIsARowAndARowIsAFile() throws IOException {
		this.files.write("notes/a.txt", "one");
		assertThat(this.notes.findAll()).singleElement().satisfies((note) -> {
			assertThat(note.name).isEqualTo("a.txt");
			assertThat(note.text).asString(StandardCharsets.UTF_8).isEqualTo("one");
		});
		Note note = new Note();
		note.name = "b.txt";
		note.text = "four".getBytes(StandardCharsets.UTF_8);
		note.size = note.text.length;
		this.notes.save(note);
		assertThat(this.files.list("notes")).containsExactly("a.txt", "b.txt");
		assertThat(this.files.list("")).containsExactly("notes");
		assertThat(this.files.size("notes/b.txt")).isEqualTo(4);
		assertThat(this.files.readString("notes/b.txt")).isEqualTo("four");
	}

	@Test
	void aFileIsReplacedRenamedAndDeleted() throws IOException {
		byte[] large = "0123456789".repeat(Note.MAX / 10).getBytes(StandardCharsets.UTF_8);
		this.files.write("notes/a.txt", large);
		assertThat(this.files.read("notes/a.txt")).isEqualTo(large);
		this.files.write("notes/a.txt", "");
		assertThat(this.files.size("notes/a.txt")).isZero();
		this.files.move("notes/a.txt", "notes/b.txt");
		assertThat(this.files.list("notes")).containsExactly("b.txt");
		this.files.delete("notes/b.txt");
		assertThat(this.notes.count()).isZero();
	}

	@Test
	void whatIsNotThereIsToldAsTheJdkTellsIt() {
		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> this.files.read("notes/none"));
		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> this.files.delete("notes/none"));
		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> this.files.move("notes/none", "notes/a"));
		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> this.files.write("none/a", "a"));
	}

	@Test
	void whatTheApplicationRefusesFails() throws IOException {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.files.write("notes/forbidden", "a"));
		assertThatExceptionOfType(FileSystemException.class).isThrownBy(() -> this.files.write("notes", "a"));
		assertThat(this.notes.count()).isZero();
	}

	@Test
	void theTransactionOfTheTestIsNotThatOfTheFile() {
		this.transaction.executeWithoutResult((status) -> {
			status.setRollbackOnly();
			write("notes/a.txt");
		});
		assertThat(this.notes.count()).isOne();
	}

	private void write(String path) {
		try {
			this.files.write(path, "kept");
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

}
