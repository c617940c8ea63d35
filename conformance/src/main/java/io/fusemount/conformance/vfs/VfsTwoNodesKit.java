package io.fusemount.conformance.vfs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: if two nodes create the same name at the same time, one succeeds, and both
 * find it afterwards. Files and directories are rows of two tables; rows at the top have
 * no parent, and a unique constraint does not treat nulls as equal.
 */
@Timeout(600)
public abstract class VfsTwoNodesKit {

	private VfsFixture here;

	private VfsFixture there;

	/**
	 * Returns the fixture of the first node, empty.
	 */
	protected abstract VfsFixture createFixture();

	/**
	 * Returns the fixture of the second node, on the same rows.
	 */
	protected abstract VfsFixture createOtherFixture();

	/**
	 * Returns the owner of everything below {@code /files}.
	 */
	protected abstract ApplicationTree tree();

	/**
	 * Holds back transactions of the first node after they have stored all changes and
	 * before they commit.
	 */
	protected abstract Gate holdBeforeCommit();

	/**
	 * Whether a thread waits for a lock of another transaction.
	 */
	protected abstract boolean isWaiting(Thread thread);

	@BeforeEach
	void openFixtures() {
		this.here = createFixture();
		tree().makeDirectory("d");
		tree().makeDirectory("from");
		this.there = createOtherFixture();
	}

	@AfterEach
	void closeFixtures() {
		this.there.close();
		this.here.close();
	}

	private VirtualFileSystem here() {
		return this.here.fileSystem();
	}

	private VirtualFileSystem there() {
		return this.there.fileSystem();
	}

	/** Returns the path of a name at the top, or in a directory. */
	private static String in(String directory, String name) {
		return directory.isEmpty() ? name : directory + "/" + name;
	}

	private void put(String path) {
		tree().put(path, path.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Returns a program that calls {@code open(O_CREAT | O_EXCL | O_RDONLY)} and
	 * {@code close}.
	 */
	private static Runnable create(VirtualFileSystem node, String path) {
		return () -> {
			HandleId handle = node.create(node.locate("/files/" + path),
					new OpenOptions(true, false, false, OpenOptions.Creation.EXCLUSIVE, false, false));
			node.flush(handle);
			node.release(handle);
		};
	}

	/**
	 * Returns a program that calls {@code open(O_CREAT | O_EXCL | O_RDWR)}, {@code write}
	 * and {@code close}.
	 */
	private static Runnable write(VirtualFileSystem node, String path) {
		return () -> {
			HandleId handle = node.create(node.locate("/files/" + path), OpenOptions.NEW);
			node.write(handle, 0, ByteBuffer.wrap(new byte[] { 1 }));
			try {
				node.flush(handle);
			}
			finally {
				node.release(handle);
			}
		};
	}

	private static Runnable mkdir(VirtualFileSystem node, String path) {
		return () -> node.createDirectory(node.locate("/files/" + path));
	}

	/**
	 * Returns a program that calls {@code rename(2)}, which replaces a file of the target
	 * name.
	 */
	private static Runnable rename(VirtualFileSystem node, String source, String target) {
		return () -> node.rename(node.locate("/files/" + source), node.locate("/files/" + target));
	}

	private void race(Runnable first, Runnable second, @Nullable Errno expected) throws Exception {
		assertThat(Race.run(holdBeforeCommit(), first, second, this::isWaiting)).isEqualTo(new Race(null, expected));
	}

	/** Requires that one row has the name, and that both nodes find it. */
	private void assertOne(String directory) {
		assertThat(tree().names(directory).stream().filter("x"::equals)).hasSize(1);
		NodeKey key = tree().key(in(directory, "x"));
		for (VirtualFileSystem node : List.of(here(), there())) {
			assertThat(node.resolve("/files/" + in(directory, "x")).key()).isEqualTo(key);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	@Semantics("Of two nodes that make one name at one moment, one succeeds and the other one gets EEXIST, whether they "
			+ "make files or directories.")
	void oneOfTwoCreatesAFile(String directory) throws Exception {
		race(create(here(), in(directory, "x")), create(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void oneOfTwoStoresWhatItHasWritten(String directory) throws Exception {
		race(write(here(), in(directory, "x")), write(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
		assertThat(this.there.unsavedContent()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void oneOfTwoMakesADirectory(String directory) throws Exception {
		race(mkdir(here(), in(directory, "x")), mkdir(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aDirectoryIsNotMadeBesideAFileOfItsName(String directory) throws Exception {
		race(create(here(), in(directory, "x")), mkdir(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aFileIsNotCreatedBesideADirectoryOfItsName(String directory) throws Exception {
		race(mkdir(here(), in(directory, "x")), create(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aNameThatAFileIsGivenIsTaken(String directory) throws Exception {
		put(in(directory, "a"));
		race(rename(here(), in(directory, "a"), in(directory, "x")), create(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
		assertThat(tree().content(in(directory, "x"))).asString().isEqualTo(in(directory, "a"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aNameThatAFileIsMovedToIsTaken(String directory) throws Exception {
		put("from/a");
		race(rename(here(), "from/a", in(directory, "x")), mkdir(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	@Semantics("Of two nodes that rename files to one name at one moment, the second rename replaces the file of the "
			+ "first.")
	void aFileThatIsRenamedTakesThePlaceOfTheOneThatWasQuicker(String directory) throws Exception {
		put(in(directory, "a"));
		put("from/b");
		race(rename(here(), in(directory, "a"), in(directory, "x")), rename(there(), "from/b", in(directory, "x")),
				null);
		assertOne(directory);
		assertThat(tree().content(in(directory, "x"))).asString().isEqualTo("from/b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aFileThatIsRenamedTakesThePlaceOfOneThatWasCreatedMeanwhile(String directory) throws Exception {
		put(in(directory, "a"));
		race(create(here(), in(directory, "x")), rename(there(), in(directory, "a"), in(directory, "x")), null);
		assertOne(directory);
		assertThat(tree().content(in(directory, "x"))).asString().isEqualTo(in(directory, "a"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aFileIsNotRenamedOntoADirectoryThatWasMadeMeanwhile(String directory) throws Exception {
		put(in(directory, "a"));
		race(mkdir(here(), in(directory, "x")), rename(there(), in(directory, "a"), in(directory, "x")), Errno.EISDIR);
		assertOne(directory);
		assertThat(tree().names(directory)).contains("a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aNameThatADirectoryIsGivenIsTaken(String directory) throws Exception {
		tree().makeDirectory(in(directory, "a"));
		race(rename(here(), in(directory, "a"), in(directory, "x")), create(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aNameThatADirectoryIsMovedToIsTaken(String directory) throws Exception {
		tree().makeDirectory("from/a");
		race(rename(here(), "from/a", in(directory, "x")), mkdir(there(), in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void aDirectoryIsNotMovedBesideAFileOfItsName(String directory) throws Exception {
		tree().makeDirectory("from/a");
		race(create(here(), in(directory, "x")), rename(there(), "from/a", in(directory, "x")), Errno.EEXIST);
		assertOne(directory);
		assertThat(tree().names("from")).containsExactly("a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "d" })
	void namesThatDifferDoNotWaitForEachOther(String directory) throws Exception {
		race(create(here(), in(directory, "x")), create(there(), in(directory, "y")), null);
		assertOne(directory);
		assertThat(tree().names(directory)).contains("y");
	}

}
