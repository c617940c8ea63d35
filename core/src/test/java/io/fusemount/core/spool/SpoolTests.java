package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.supervision.UnsavedCopy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@link Spool}: its files, and those that a process finds after a crash.
 */
class SpoolTests {

	@TempDir
	Path directory;

	private Spool spool;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory.resolve("spool"));
	}

	@AfterEach
	void close() throws IOException {
		this.spool.close();
	}

	@Test
	void aFileThatIsNotNeededAnyMoreIsThatOfTheNextContent() throws IOException {
		labelled("a.txt", "content of a").discard();
		SpooledContent next = labelled("b.txt", "b");
		next.truncate(5);
		assertThat(text(next)).isEqualTo("b\0\0\0\0");
		assertThat(files()).hasSize(2).anyMatch((file) -> file.toString().endsWith(".label"));
	}

	@Test
	void asManyFilesAsAreUsedAtOnceAreReadyForTheNext() throws IOException {
		List<SpooledContent> contents = Stream.generate(() -> SpooledContent.empty(this.spool)).limit(20).toList();
		contents.subList(0, 19).forEach(SpooledContent::discard);
		assertThat(files()).hasSize(17);
		this.spool.close();
		assertThat(files()).hasSize(1);
		contents.get(19).discard();
		assertThat(files()).isEmpty();
		assertThat(this.spool.channels().size()).isZero();
	}

	@Test
	void contentThatWasDiscardedHasNothingToDoWithTheNext() {
		SpooledContent before = labelled("a.txt", "a");
		before.discard();
		SpooledContent next = labelled("b.txt", "b");
		assertThatThrownBy(() -> before.write(0, bytes("x"))).hasRootCauseInstanceOf(IOException.class);
		before.discard();
		assertThat(text(next)).isEqualTo("b");
	}

	@Test
	void aFileThatSomebodyUsesIsNotThatOfTheNextContent() throws IOException {
		SpoolFile file = this.spool.createFile();
		file.with((open) -> {
			this.spool.discard(file);
			assertThat(this.spool.createFile().path()).isNotEqualTo(file.path());
			return open;
		});
		assertThat(file.path()).doesNotExist();
	}

	@Test
	void aFileThatSomebodyHasDeletedIsMadeAnew() throws IOException {
		SpooledContent.empty(this.spool).discard();
		Files.delete(files().get(0));
		SpooledContent next = labelled("b.txt", "b");
		assertThat(files()).hasSize(2);
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: b");
		assertThat(text(next)).isEqualTo("b");
	}

	@Test
	void aLabelThatSomebodyHasDeletedIsMadeAnew() throws IOException {
		labelled("a.txt", "a").discard();
		for (Path file : files()) {
			Files.deleteIfExists(file.toString().endsWith(".label") ? file : this.directory.resolve("none"));
		}
		labelled("b.txt", "b");
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: b");
	}

	@Test
	void aLabelThatCanNotBeWrittenIsMadeAnew() throws IOException {
		Files.createSymbolicLink(this.directory.resolve("spool/1.label"), Path.of("/dev/full"));
		SpooledContent content = SpooledContent.empty(this.spool);
		SpoolLabel label = label(SpoolLabel.Kind.CONTENT, "a.txt");
		assertThatThrownBy(() -> content.label(label)).hasMessageContaining("No space left on device");
		content.discard();
		labelled("b.txt", "b");
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: b");
	}

	@Test
	void aFileWhoseLabelMayBeValidIsNotThatOfTheNextContent() throws IOException {
		SpooledContent content = labelled("a.txt", "a");
		content.park(Instant.EPOCH);
		Path label = this.directory.resolve("spool/1.label");
		Files.delete(label);
		Files.createDirectories(label.resolve("of-somebody"));
		content.discard();
		assertThat(this.directory.resolve("spool/1.spool")).doesNotExist();
		assertThat(this.spool.createFile().path()).endsWith(Path.of("2.spool"));
	}

	@Test
	void aLabelThatCanNotBeMadeInvalidGoes() throws IOException {
		SpooledContent content = labelled("a.txt", "a");
		Path label = this.directory.resolve("spool/1.label");
		Path target = this.directory.resolve("target");
		content.park(Instant.EPOCH);
		Files.move(label, target);
		Files.createSymbolicLink(label, Path.of("/dev/full"));
		content.unlabel();
		assertThat(label).doesNotExist();
		assertThat(content.isLabelled()).isFalse();
		content.label(label(SpoolLabel.Kind.CONTENT, "b.txt"));
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: a");
	}

	@Test
	void whoIsLateDoesNotChangeTheLabelOfTheNextContent() throws IOException {
		SpooledContent before = labelled("a.txt", "a");
		before.discard();
		labelled("b.txt", "b");
		SpoolLabel late = label(SpoolLabel.Kind.DIRECTORY, "late");
		assertThatThrownBy(() -> before.label(late)).hasRootCauseInstanceOf(IOException.class);
		before.unlabel();
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: b");
	}

	@Test
	void contentThatWasMovedAwayIsNotTouchedByTheNext() throws IOException {
		SpooledContent moved = labelled("a.txt", "a");
		Path place = this.directory.resolve("moved");
		moved.moveTo(place);
		moved.discard();
		assertThat(files()).isEmpty();
		labelled("b.txt", "b");
		assertThat(place).hasContent("a");
	}

	@Test
	void whatWasNotStoredIsKeptAfterACrash() throws IOException {
		labelled("a.txt", "a longer name and a longer text").discard();
		labelled("b.txt", "b");
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: b");
	}

	@Test
	void whatWasStoredIsNotKeptAfterACrash() throws IOException {
		labelled("a.txt", "a").unlabel();
		assertThat(unsavedAfterCrash()).isEmpty();
	}

	@Test
	void whatIsWrittenAfterThatIsKeptAgain() throws IOException {
		SpooledContent content = labelled("a.txt", "a");
		content.unlabel();
		content.write(0, bytes("b"));
		content.label(label(SpoolLabel.Kind.CONTENT, "a.txt"));
		assertThat(unsavedAfterCrash()).containsExactly("a.txt: b");
	}

	@Test
	void whatGotAnotherNameIsKeptByThat() throws IOException {
		labelled("a-long-name.txt", "a").label(label(SpoolLabel.Kind.CONTENT, "b.txt"));
		assertThat(unsavedAfterCrash()).containsExactly("b.txt: a");
	}

	@Test
	void changesOfStoredContentAreWorthNothingInAFileThatOthersHadBefore() throws IOException {
		labelled("a.txt", "a").discard();
		SpooledContent.over(this.spool, SpooledContent.NOTHING, 10).write(3, bytes("x"));
		assertThat(unsavedAfterCrash()).isEmpty();
	}

	@Test
	void contentWhoseLabelWasBeingWrittenIsKeptWithoutAName() throws IOException {
		labelled("a.txt", "a");
		Path label = files().stream().filter((file) -> file.toString().endsWith(".label")).findFirst().orElseThrow();
		Files.write(label, new byte[0]);
		assertThat(unsavedAfterCrash()).containsExactly("unknown: a");
	}

	@Test
	void contentFromBeforeTheMachineWasStartedAnewIsKeptForTheAdministratorWithoutAName() throws IOException {
		labelled("a.txt", "a");
		Path label = this.directory.resolve("spool/1.label");
		Files.writeString(label, Files.readString(label).replaceFirst("boot=.*", "boot=another"));
		assertThat(unsavedAfterCrash()).containsExactly("unknown: a");
	}

	@Test
	void aFileThatWasALocalOneIsNotThatOfTheNextContent() throws IOException {
		SpooledContent scratch = SpooledContent.empty(this.spool);
		scratch.label(label(SpoolLabel.Kind.SCRATCH, "a~"));
		scratch.discard();
		assertThat(files()).isEmpty();
	}

	@Test
	void aScratchFileThatWasDeletedIsNotThereAfterACrash() throws IOException {
		SpooledContent scratch = SpooledContent.empty(this.spool);
		scratch.label(label(SpoolLabel.Kind.SCRATCH, "a~"));
		scratch.write(0, bytes("a"));
		scratch.discard();
		try (Spool next = afterCrash()) {
			assertThat(next.takeLeftovers()).isEmpty();
			assertThat(next.unsaved().list()).isEmpty();
		}
	}

	@Test
	void nothingIsLeftOfFilesThatWereReady() throws IOException {
		labelled("a.txt", "a").discard();
		SpooledContent.empty(this.spool).discard();
		try (Spool next = afterCrash()) {
			assertThat(files(next.directory())).isEmpty();
		}
	}

	private SpooledContent labelled(String name, String text) {
		SpooledContent content = SpooledContent.empty(this.spool);
		content.label(label(SpoolLabel.Kind.CONTENT, name));
		content.write(0, bytes(text));
		return content;
	}

	private static SpoolLabel label(SpoolLabel.Kind kind, String name) {
		return new SpoolLabel(kind, new NodeKey("test", "directory"), new Name(name), new NodeKey("new", "1"), 0,
				new Ownership(1000, null, 01750), AttributeValues.NONE);
	}

	/** Opens a copy of the current state of the disk. */
	private Spool afterCrash() throws IOException {
		Path image = this.directory.resolve("image");
		Files.createDirectory(image);
		for (Path file : files()) {
			Files.copy(file, image.resolve(file.getFileName()));
		}
		return Spool.open(image);
	}

	private List<String> unsavedAfterCrash() throws IOException {
		try (Spool next = afterCrash()) {
			assertThat(files(next.directory())).isEmpty();
			return next.unsaved().list().stream().map(SpoolTests::describe).toList();
		}
	}

	private static String describe(UnsavedCopy copy) {
		try {
			return copy.name().replaceFirst("^[^-]+-[0-9]+-", "") + ": " + Files.readString(copy.path());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private List<Path> files() throws IOException {
		return files(this.directory.resolve("spool"));
	}

	private static List<Path> files(Path spool) throws IOException {
		try (Stream<Path> files = Files.list(spool)) {
			return files.filter((file) -> file.getFileName().toString().matches("[0-9].*")).toList();
		}
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
	}

	private static String text(SpooledContent content) {
		byte[] bytes = new byte[(int) content.size()];
		content.read(0, ByteBuffer.wrap(bytes));
		return new String(bytes, StandardCharsets.US_ASCII);
	}

}
