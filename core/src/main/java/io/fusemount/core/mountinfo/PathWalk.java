package io.fusemount.core.mountinfo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A walk along a path and the symbolic links on it, entry by entry, without a visit to
 * any FUSE filesystem: the process that serves it may be about to start, or be this one,
 * and whoever visits it waits.
 */
public final class PathWalk {

	/** The number of links that the kernel follows. */
	private static final int MAX_LINKS = 40;

	private final Path path;

	private final Path root;

	private final MountTable mounts = read();

	private Deque<Path> ahead = new ArrayDeque<>();

	private Path here;

	private int links;

	/**
	 * Begins at the root directory.
	 */
	public PathWalk(Path path) {
		this.path = path.toAbsolutePath();
		this.root = this.path.getRoot();
		this.here = this.root;
		this.path.forEach(this.ahead::add);
	}

	/** Without /proc, nothing is known. */
	private static MountTable read() {
		try {
			return MountTable.read();
		}
		catch (UncheckedIOException ex) {
			return MountTable.parse(new byte[0]);
		}
	}

	/**
	 * Returns a path without symbolic links. What does not exist, and what is below a
	 * FUSE filesystem, has none; those of a loop stay.
	 */
	public static Path unvisited(Path path) {
		PathWalk walk = new PathWalk(path);
		try {
			while (!walk.isAtEnd()) {
				walk.go();
			}
			return walk.here;
		}
		catch (IOException ex) {
			return walk.path.normalize();
		}
	}

	/**
	 * Whether a FUSE filesystem is mounted at a path.
	 */
	public static boolean isFuse(Path path) {
		PathWalk walk = new PathWalk(unvisited(path));
		return walk.isFuseAt(walk.path);
	}

	/**
	 * Whether there is no entry left.
	 */
	public boolean isAtEnd() {
		return this.ahead.isEmpty();
	}

	/**
	 * Returns the directory that was reached, without symbolic links.
	 */
	public Path here() {
		return this.here;
	}

	/**
	 * Returns the next entry, in the directory that was reached.
	 */
	public Path next() {
		return this.here.resolve(this.ahead.element()).normalize();
	}

	/**
	 * Whether a FUSE filesystem is mounted at the next entry.
	 */
	public boolean isFuseNext() {
		return isFuseAt(next());
	}

	private boolean isFuseAt(Path place) {
		MountEntry entry = this.mounts.at(place);
		return entry != null && entry.isFuse();
	}

	/**
	 * Goes to the next entry, or to where it leads if it is a symbolic link.
	 * @throws IOException if a link cannot be read, or links form a loop
	 */
	public void go() throws IOException {
		Path next = next();
		this.ahead.remove();
		if (isFuseAt(next)) {
			this.here = next;
			while (!this.ahead.isEmpty()) {
				this.here = this.here.resolve(this.ahead.remove()).normalize();
			}
		}
		else if (Files.isSymbolicLink(next)) {
			follow(Files.readSymbolicLink(next));
		}
		else {
			this.here = next;
		}
	}

	private void follow(Path target) throws IOException {
		if (++this.links > MAX_LINKS) {
			throw new IOException("Too many symbolic links on the way to " + this.path);
		}
		Deque<Path> rest = this.ahead;
		this.ahead = new ArrayDeque<>();
		target.forEach(this.ahead::add);
		this.ahead.addAll(rest);
		this.here = target.isAbsolute() ? this.root : this.here;
	}

}
