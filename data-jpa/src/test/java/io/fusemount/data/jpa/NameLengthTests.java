package io.fusemount.data.jpa;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.vfs.VfsNameLengthKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.shapes.ShortNames;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Names that are too long for their columns.
 */
class NameLengthTests extends AbstractShapesTests {

	private static final String EMOJI = "\uD83D\uDE00";

	private static RunningShapes database(String name) {
		return databases().filter((database) -> database.name().equals(name)).findFirst().orElseThrow();
	}

	private static Directory emptyDirectory(RunningShapes database) {
		database.jdbc().execute("delete from short_file");
		database.jdbc().execute("delete from short_folder");
		return database.directory("short");
	}

	/** H2 counts an emoji as two, as Java does. */
	@ParameterizedTest
	@MethodSource("databases")
	void charactersAreCountedAsTheDatabaseCountsThem(RunningShapes database) {
		int most = ShortNames.LENGTH / (database.name().equals("H2") ? 2 : 1);
		Directory directory = emptyDirectory(database);
		create(directory, EMOJI.repeat(most), "content");
		directory.requireNewFile(new Name(EMOJI.repeat(most - 1)));
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> directory.requireNewFile(new Name(EMOJI.repeat(most + 1))))
			.withMessage("The name has " + ((most + 1) * ShortNames.LENGTH / most)
					+ " characters, and the column of ShortFile.name holds " + ShortNames.LENGTH)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ENAMETOOLONG));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void directoryOfAValueThatIsTooLongForItsColumnIsNeitherMadeNorRenamed(RunningShapes database) {
		Directory kinds = database.directory("short-kinds");
		Name tooLong = new Name("k".repeat(ShortNames.LENGTH + 1));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> kinds.createDirectory(tooLong, Ownership.NONE))
			.withMessage("The name has 21 characters, and the column of ShortFile.kind holds 20")
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ENAMETOOLONG));
		Directory made = kinds.createDirectory(new Name("k".repeat(ShortNames.LENGTH)), Ownership.NONE);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> kinds.renameDirectory(made, tooLong, null))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ENAMETOOLONG));
		create(made, "a", "content");
		made.delete(AbstractDirectoryTests.find(made, "a"));
		kinds.deleteDirectory(made);
	}

	/** What the kit needs of a database. */
	abstract static class OnDatabase extends VfsNameLengthKit {

		@Override
		protected int longest() {
			return ShortNames.LENGTH;
		}

	}

	@Nested
	class OnH2 extends OnDatabase {

		@Override
		protected Directory emptyDirectory() {
			return NameLengthTests.emptyDirectory(database("H2"));
		}

	}

	@Nested
	class OnPostgres extends OnDatabase {

		@Override
		protected Directory emptyDirectory() {
			return NameLengthTests.emptyDirectory(database("PostgreSQL"));
		}

	}

	@Nested
	@EnabledIfMariaDb
	class OnMariaDb extends OnDatabase {

		@Override
		protected Directory emptyDirectory() {
			return NameLengthTests.emptyDirectory(database("MariaDB"));
		}

	}

}
