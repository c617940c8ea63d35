package io.fusemount.conformance.memory;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the rows of an {@link InMemoryDirectory}: reads and changes
 * them without going through the filesystem, and without troubles.
 */
public final class InMemoryApplication {

	private final String space;

	private final Rows rows;

	private final InstantSource clock;

	private final long directory;

	InMemoryApplication(String space, Rows rows, InstantSource clock, long directory) {
		this.space = space;
		this.rows = rows;
		this.clock = clock;
		this.directory = directory;
	}

	/**
	 * Returns the application's view of a directory in this one, which is created if it
	 * does not exist.
	 */
	public InMemoryApplication directory(String name) {
		Row found = this.rows.find(this.directory, new Name(name));
		Row row = (found != null) ? found
				: this.rows.insertDirectory(this.directory, new Name(name), this.clock.instant(), Ownership.NONE);
		return new InMemoryApplication(this.space, this.rows, this.clock, row.id());
	}

	/**
	 * Creates a directory that exists for as long as the one that contains it.
	 */
	public void addFixed(String name) {
		this.rows.insertFixed(this.directory, new Name(name), this.clock.instant());
	}

	/**
	 * Moves a directory into another one without checking whether the target is inside of
	 * it.
	 */
	public void moveUnchecked(String name, InMemoryApplication target, String newName) {
		this.rows.moveUnchecked(Objects.requireNonNull(this.rows.find(this.directory, new Name(name))),
				target.directory, new Name(newName));
	}

	/**
	 * Moves a file or directory to another directory, or renames it.
	 */
	public void move(String name, InMemoryApplication target, String newName) {
		Row row = Objects.requireNonNull(this.rows.find(this.directory, new Name(name)));
		if (row.directory()) {
			this.rows.renameDirectory(row, target.directory, new Name(newName), null);
		}
		else {
			this.rows.rename(row, target.directory, new Name(newName), null);
		}
	}

	/**
	 * Returns the sizes of the files of this directory.
	 */
	public long[] sizes() {
		return this.rows.after(this.directory, 0)
			.stream()
			.filter((row) -> !row.directory())
			.mapToLong((row) -> row.content().length)
			.toArray();
	}

	/**
	 * Creates a file, or changes its content if it exists.
	 */
	public void put(String name, byte[] content) {
		Instant now = this.clock.instant();
		Row row = this.rows.find(this.directory, new Name(name));
		if (row != null) {
			this.rows.update(row, content.clone(), now, Ownership.NONE);
		}
		else {
			this.rows.insert(this.directory, new Name(name), content.clone(), now, now, Ownership.NONE);
		}
	}

	/**
	 * Creates a file with text, or changes its content if it exists.
	 */
	public void put(String name, String content) {
		put(name, content.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Changes the content of an existing file, whose version stays the same, as if the
	 * change that has made it had never been.
	 */
	public void overwrite(String name, String content) {
		this.rows.overwrite(this.directory, new Name(name), content.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Changes the mode of an existing file.
	 */
	public void setMode(String name, int mode) {
		Row row = Objects.requireNonNull(this.rows.find(this.directory, new Name(name)));
		this.rows.update(row, null, row.modified(), Ownership.ofMode(mode));
	}

	/**
	 * Records a length, right or wrong, for the content of an existing file.
	 */
	public void noteSize(String name, long size) {
		this.rows.note(this.directory, new Name(name), size);
	}

	/**
	 * Deletes a file, if it exists.
	 */
	public void remove(String name) {
		Row row = this.rows.find(this.directory, new Name(name));
		if (row != null) {
			this.rows.remove(row.id());
		}
	}

	/**
	 * Returns the committed content of a file, or {@code null} if there is no file.
	 */
	public byte @Nullable [] content(String name) {
		Row row = this.rows.find(this.directory, new Name(name));
		return (row != null) ? row.content().clone() : null;
	}

	/**
	 * Returns the identity of the file that has this name, or {@code null}.
	 */
	public @Nullable NodeKey key(String name) {
		Row row = this.rows.find(this.directory, new Name(name));
		return (row != null) ? new NodeKey(this.space, Long.toString(row.id())) : null;
	}

	/**
	 * Returns the name of a file or directory in any directory, or {@code null} if there
	 * is none.
	 */
	public @Nullable Name name(NodeKey key) {
		Row row = this.rows.find(Long.parseLong(key.id()));
		return (row != null) ? row.name() : null;
	}

	/**
	 * Whether a directory has this name.
	 */
	public boolean isDirectory(String name) {
		Row row = this.rows.find(this.directory, new Name(name));
		return row != null && row.directory();
	}

	/**
	 * Returns the names of all files and directories.
	 */
	public List<String> names() {
		return this.rows.after(this.directory, 0).stream().map((row) -> row.name().value()).sorted().toList();
	}

	/**
	 * Returns every name that was written, even for a moment, since the last call of
	 * {@link #forgetStoredNames()}.
	 */
	public Set<String> storedNames() {
		return this.rows.stored().stream().map(Name::value).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Forgets the names that were written so far.
	 */
	public void forgetStoredNames() {
		this.rows.forgetStored();
	}

}
