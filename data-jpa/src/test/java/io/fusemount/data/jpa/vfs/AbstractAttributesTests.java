package io.fusemount.data.jpa.vfs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.operation.Attempt;
import io.fusemount.core.operation.Presence;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Rows whose properties are extended attributes.
 */
abstract class AbstractAttributesTests extends VfsKit {

	private static ParcelOwner owner;

	static void start(String url) {
		owner = new ParcelOwner(url);
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory(), owner);
	}

	private void put(String name) {
		HandleId handle = create(name);
		write(handle, 0, "text");
		close(handle);
	}

	private String get(String name, String attribute) {
		return new String(fileSystem().extendedAttribute(node(name), "user." + attribute), StandardCharsets.UTF_8);
	}

	private void set(String name, String attribute, @Nullable String value) {
		set(name, attribute, value, Presence.ANY);
	}

	private void set(String name, String attribute, @Nullable String value, Presence presence) {
		fileSystem().setExtendedAttribute(node(name), "user." + attribute,
				(value != null) ? value.getBytes(StandardCharsets.UTF_8) : null, presence);
	}

	private static <T> @Nullable T column(String column, Class<T> type) {
		return owner.jdbc.queryForObject("select " + column + " from parcel", type);
	}

	private static void refused(Errno errno, String words, Runnable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work::run)
			.withMessageContaining(words)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(errno));
	}

	@Test
	@Semantics("A property that is null is no attribute; all others are listed with their values.")
	void programsSeeProperties() {
		put("a");
		assertThat(fileSystem().extendedAttributes(node("a"))).containsExactlyInAnyOrder("user.id", "user.state",
				"user.fragile");
		assertThat(get("a", "id")).isEqualTo(column("id", String.class));
		refused(Errno.ENODATA, "No extended attribute user.note", () -> get("a", "note"));
		UUID tracking = UUID.fromString("9f3c5c52-1a5e-4f0e-9d0e-0d7c1f1a2b3c");
		owner.jdbc.update("""
				update parcel set version = 2, state = 'SENT', weight = 1250, due_date = ?, note = 'Größe',
				seal = ?, priority = 7, sender_town = 'Ulm'""", java.sql.Date.valueOf("2026-12-24"),
				new byte[] { 0, -1 });
		fileSystem().invalidateAll();
		set("a", "tracking", tracking.toString());
		assertThat(get("a", "state")).isEqualTo("SENT");
		assertThat(get("a", "weight")).isEqualTo("1250.00");
		assertThat(get("a", "due")).isEqualTo("2026-12-24");
		assertThat(get("a", "note")).isEqualTo("Größe");
		assertThat(get("a", "tracking")).isEqualTo(tracking.toString());
		assertThat(get("a", "priority")).isEqualTo("7");
		assertThat(get("a", "from")).isEqualTo("Ulm");
		assertThat(get("a", "fragile")).isEqualTo("false");
		assertThat(fileSystem().extendedAttribute(node("a"), "user.seal")).containsExactly(0, -1);
	}

	@Test
	@Semantics("Extended attributes are read with the row: listings, look-ups and `getxattr` need no statement more.")
	void noStatementMore() {
		put("a");
		fileSystem().invalidateAll();
		owner.statements.clear();
		Node file = node("a");
		// One looks for a directory of this name.
		assertThat(owner.statements.all()).hasSize(2);
		assertThat(fileSystem().extendedAttributes(file)).contains("user.state");
		assertThat(fileSystem().extendedAttribute(file, "user.state")).isEqualTo(bytes("PACKED"));
		list();
		assertThat(fileSystem().extendedAttributes(node("a"))).contains("user.state");
		assertThat(owner.statements.all().stream().filter((sql) -> sql.contains("p1_0.state"))).hasSize(2);
	}

	@Test
	@Semantics("`setfattr -n` stores a value through the repository in one transaction: the version is counted once, "
			+ "content and times stay, and an equal value changes nothing.")
	void aChangeIsOneTransaction() {
		put("a");
		Instant modified = status("a").modified();
		long before = owner.commits();
		set("a", "weight", "12.5");
		assertThat(owner.commits()).isEqualTo(before + 1);
		assertThat(column("version", Integer.class)).isEqualTo(1);
		assertThat(column("weight", String.class)).isEqualTo("12.50");
		assertThat(owner.content("a")).isEqualTo(bytes("text"));
		assertThat(status("a").modified()).isEqualTo(modified);
		fileSystem().invalidateAll();
		assertThat(status("a").modified()).isEqualTo(modified);
		set("a", "weight", "12.50");
		assertThat(owner.commits()).isEqualTo(before + 1);
	}

	@Test
	@Semantics("`setfattr -x` makes a property null; one that always has a value refuses that with EINVAL.")
	void removingAnAttributeMakesItNull() {
		put("a");
		set("a", "note", "x");
		set("a", "from", "Ulm");
		set("a", "note", null, Presence.PRESENT);
		assertThat(column("note", String.class)).isNull();
		refused(Errno.ENODATA, "user.note", () -> set("a", "note", null, Presence.PRESENT));
		refused(Errno.EINVAL, "cannot be removed", () -> set("a", "state", null));
		refused(Errno.EINVAL, "cannot be removed", () -> set("a", "fragile", null));
		assertThat(get("a", "from")).isEqualTo("Ulm");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			state    | OPEN       | EINVAL     | user.state cannot have this value
			state    | 0          | EINVAL     | user.state cannot have this value
			weight   | heavy      | EINVAL     | user.weight cannot have this value
			due      | 24.12.2026 | EINVAL     | user.due cannot have this value
			fragile  | perhaps    | EINVAL     | user.fragile cannot have this value
			tracking | 1          | EINVAL     | user.tracking cannot have this value
			id       | 1          | EOPNOTSUPP | user.id
			priority | 1          | EOPNOTSUPP | user.priority
			fusemount.x | 1       | EOPNOTSUPP | user.fusemount.x
			""")
	@Semantics("A value that a property cannot have is refused with EINVAL, an attribute that programs cannot change "
			+ "with EOPNOTSUPP.")
	void whatCannotBeIsRefusedInWords(String attribute, String value, Errno errno, String words) {
		put("a");
		refused(errno, words, () -> set("a", attribute, value));
		assertThat(column("version", Integer.class)).isZero();
	}

	@Test
	void textThatIsNotUtf8IsRefused() {
		put("a");
		refused(Errno.EINVAL, "user.note cannot have this value",
				() -> fileSystem().setExtendedAttribute(node("a"), "user.note", new byte[] { 'x', -1 }, Presence.ANY));
	}

	@Test
	void programsCanDemandThatAnAttributeIsThereOrNot() {
		put("a");
		refused(Errno.ENODATA, "user.note", () -> set("a", "note", "x", Presence.PRESENT));
		set("a", "note", "x", Presence.ABSENT);
		refused(Errno.EEXIST, "user.note", () -> set("a", "note", "y", Presence.ABSENT));
		set("a", "note", "y", Presence.PRESENT);
		assertThat(get("a", "note")).isEqualTo("y");
		Attempt.bind(1, true);
		try {
			set("a", "note", "y", Presence.ABSENT);
			refused(Errno.EEXIST, "user.note", () -> set("a", "note", "z", Presence.ABSENT));
		}
		finally {
			Attempt.unbind();
		}
	}

	@Test
	@Semantics("An attribute and bytes that are changed before a file is closed are stored in one transaction.")
	void anAttributeIsStoredWithTheContentThatWaits() {
		put("a");
		HandleId handle = fileSystem().open(node("a"), OpenOptions.READ_WRITE);
		long before = owner.commits();
		write(handle, 0, "TEXT");
		set("a", "state", "SENT");
		set("a", "note", "x");
		set("a", "note", null);
		assertThat(get("a", "state")).isEqualTo("SENT");
		assertThat(fileSystem().extendedAttributes(node("a"))).contains("user.state").doesNotContain("user.note");
		assertThat(owner.commits()).isEqualTo(before);
		close(handle);
		assertThat(owner.commits()).isEqualTo(before + 1);
		assertThat(column("state", String.class)).isEqualTo("SENT");
		assertThat(column("version", Integer.class)).isEqualTo(1);
		assertThat(owner.content("a")).isEqualTo(bytes("TEXT"));
	}

	@Test
	void aNewFileBeginsWithTheAttributesThatItGets() {
		long before = owner.commits();
		HandleId handle = create("a");
		set("a", "state", "SENT");
		set("a", "from", "Ulm");
		refused(Errno.EOPNOTSUPP, "user.priority", () -> set("a", "priority", "1"));
		write(handle, 0, "text");
		close(handle);
		assertThat(owner.commits()).isEqualTo(before + 1);
		assertThat(column("state", String.class)).isEqualTo("SENT");
		fileSystem().invalidateAll();
		assertThat(get("a", "from")).isEqualTo("Ulm");
	}

	@Test
	@Semantics("A row keeps its attributes when a program saves it by a rename, except for those that were set of the "
			+ "file that replaces it.")
	void aSaveByRenameKeepsAttributes() {
		put("a");
		set("a", "note", "kept");
		set("a", "weight", "1");
		HandleId handle = create("a.tmp");
		write(handle, 0, "new");
		close(handle);
		set("a.tmp", "weight", "2");
		assertThat(get("a.tmp", "weight")).isEqualTo("2");
		fileSystem().rename(at("a.tmp"), at("a"));
		fileSystem().invalidateAll();
		assertThat(owner.content("a")).isEqualTo(bytes("new"));
		assertThat(get("a", "note")).isEqualTo("kept");
		assertThat(get("a", "weight")).isEqualTo("2.00");
	}

	@Test
	void aStoredFileThatReplacesAnotherOneGivesItWhatWasSet() {
		put("a");
		set("a", "note", "kept");
		set("a", "state", "SENT");
		set("a", "colour", "red");
		put("b");
		set("b", "weight", "2");
		set("b", "shade", "dark");
		String id = get("a", "id");
		fileSystem().rename(at("b"), at("a"));
		fileSystem().invalidateAll();
		assertThat(get("a", "id")).isEqualTo(id);
		assertThat(get("a", "state")).isEqualTo("SENT");
		assertThat(get("a", "note")).isEqualTo("kept");
		assertThat(get("a", "weight")).isEqualTo("2.00");
		assertThat(get("a", "colour")).isEqualTo("red");
		assertThat(get("a", "shade")).isEqualTo("dark");
	}

	@Test
	@Semantics("Local files keep their attributes, also after a restart, until they are stored.")
	void localFilesKeepAttributesOverARestart() {
		HandleId handle = create("a.tmp");
		write(handle, 0, "new");
		close(handle);
		set("a.tmp", "note", "a = b\\c: d");
		VirtualFileSystem later = fixture().reopened();
		byte[] note = later.extendedAttribute(later.resolve("/files/a.tmp"), "user.note");
		assertThat(new String(note, StandardCharsets.UTF_8)).isEqualTo("a = b\\c: d");
		later.rename(later.locate("/files/a.tmp"), later.locate("/files/a"));
		assertThat(column("note", String.class)).isEqualTo("a = b\\c: d");
	}

	@Test
	@Semantics("A change that meets one of the application fails with ESTALE, as a change of content does.")
	void aConflictIsStale() {
		put("a");
		Node known = node("a");
		owner.jdbc.update("update parcel set version = 5, note = 'theirs'");
		refused(Errno.ESTALE, "has been changed in the meantime",
				() -> fileSystem().setExtendedAttribute(known, "user.note", bytes("mine"), Presence.ANY));
		assertThat(column("note", String.class)).isEqualTo("theirs");
		assertThat(get("a", "note")).isEqualTo("theirs");
	}

	@Test
	@Semantics("A map with `@FileAttributes` keeps all attributes for which there is no property.")
	void aMapKeepsAllOtherAttributes() {
		put("a");
		byte[] binary = { 0, -1, 10 };
		fileSystem().setExtendedAttribute(node("a"), "user.DOSATTRIB", binary, Presence.ANY);
		set("a", "colour", "grün");
		set("a", "literal", "0sAAAA");
		fileSystem().invalidateAll();
		assertThat(fileSystem().extendedAttributes(node("a"))).contains("user.state", "user.DOSATTRIB", "user.colour");
		assertThat(fileSystem().extendedAttribute(node("a"), "user.DOSATTRIB")).isEqualTo(binary);
		assertThat(get("a", "literal")).isEqualTo("0sAAAA");
		assertThat(column("others", String.class)).isEqualTo("DOSATTRIB\n0sAP8K\ncolour\ngrün\nliteral\n0sMHNBQUFB");
		set("a", "DOSATTRIB", null);
		set("a", "colour", null);
		set("a", "literal", null);
		assertThat(column("others", String.class)).isNull();
		refused(Errno.EOPNOTSUPP, "user.fusemount.x", () -> set("a", "fusemount.x", "1"));
		HandleId handle = create("b");
		set("b", "colour", "red");
		write(handle, 0, "text");
		close(handle);
		fileSystem().invalidateAll();
		assertThat(get("b", "colour")).isEqualTo("red");
	}

	@Test
	void aPropertyOfAnotherEntityIsSeenAndNotChanged() {
		fileSystem().createDirectory(at("d"), 0755);
		set("d", "destination", "Ulm");
		HandleId handle = fileSystem().create(fileSystem().locate("/files/d/a"), OpenOptions.NEW);
		write(handle, 0, "text");
		close(handle);
		assertThat(get("d/a", "destination")).isEqualTo("Ulm");
		refused(Errno.EOPNOTSUPP, "user.destination", () -> set("d/a", "destination", "Bonn"));
		set("d", "destination", "Bonn");
		fileSystem().invalidateAll();
		assertThat(get("d/a", "destination")).isEqualTo("Bonn");
		put("a");
		assertThat(fileSystem().extendedAttributes(node("a"))).doesNotContain("user.destination");
		assertThat(list()).contains("a", "d");
	}

	@Test
	void directoriesHaveAttributesToo() {
		fileSystem().createDirectory(at("d"), 0755);
		assertThat(fileSystem().extendedAttributes(node("d"))).isEmpty();
		set("d", "destination", "Ulm");
		assertThat(get("d", "destination")).isEqualTo("Ulm");
		assertThat(owner.jdbc.queryForObject("select destination from crate", String.class)).isEqualTo("Ulm");
		assertThat(owner.jdbc.queryForObject("select version from crate", Integer.class)).isEqualTo(1);
		refused(Errno.EOPNOTSUPP, "user.floor", () -> set("d", "floor", "1"));
		owner.jdbc.update("update crate set floor = 3");
		fileSystem().invalidateAll();
		assertThat(get("d", "floor")).isEqualTo("3");
		set("d", "destination", null);
		assertThat(fileSystem().extendedAttributes(node("d"))).containsExactly("user.floor");
	}

}
