package io.fusemount.core.unsaved;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnsavedLimit;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.UnsavedCopy;
import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that could not be stored when their file was closed for the last time: files in a
 * directory that only the service can read, limited by age and size. Users move the
 * useful ones elsewhere; nothing else depends on them. Each user other than root has a
 * directory for their copies, named by the user id.
 */
public final class UnsavedCopies {

	private static final Pattern USER = Pattern.compile("[0-9]{1,10}");

	private final Path directory;

	private final UnsavedLimits limits;

	private final InstantSource clock;

	private final Supplier<Instant> oldest;

	private final OperationListener listener;

	private final AtomicLong sequence = new AtomicLong();

	/**
	 * Creates the copies. The directory is created with the first copy.
	 * @param oldest the time before which a kept copy is too old
	 * @param listener notified when copies are deleted because of the limits
	 */
	public UnsavedCopies(Path directory, UnsavedLimits limits, InstantSource clock, Supplier<Instant> oldest,
			OperationListener listener) {
		this.directory = directory;
		this.limits = limits;
		this.clock = clock;
		this.oldest = oldest;
		this.listener = listener;
	}

	/**
	 * Moves a file of the same disk here.
	 * @param user the user who has written the file
	 * @param fileName the intended name of the file
	 * @param bytes the number of bytes written to the file, not counting its holes
	 * @return the new path of the file
	 */
	public Path keep(int user, String fileName, Path content, long bytes) throws IOException {
		Path place = place(user);
		DiskBytes.note(content, bytes);
		PrivateFiles.createDirectories(place);
		Path kept = null;
		while (kept == null) {
			Path free = UnsavedName.resolve(place, this.clock.instant(), this.sequence.incrementAndGet(), fileName);
			try {
				kept = Files.move(content, free);
			}
			catch (FileAlreadyExistsException ex) {
				// An earlier process has kept one in the same millisecond.
			}
		}
		try {
			clean(kept);
		}
		catch (IOException ex) {
			// The next call tries again; the new copy is kept.
		}
		return kept;
	}

	/**
	 * Returns all copies, oldest first. Copies that are too old are deleted instead.
	 */
	public List<UnsavedCopy> list() throws IOException {
		List<UnsavedCopy> copies = new ArrayList<>();
		List<UnsavedCopy> expired = new ArrayList<>();
		Instant oldest = this.oldest.get();
		for (Map.Entry<Path, Integer> place : places().entrySet()) {
			for (Path path : entries(place.getKey())) {
				UnsavedCopy copy = describe(place.getValue(), path);
				if (copy != null) {
					(copy.kept().isBefore(oldest) ? expired : copies).add(copy);
				}
			}
		}
		copies.addAll(remove(UnsavedLimit.AGE, expired));
		copies.sort(Comparator.comparing(UnsavedCopy::kept).thenComparing(UnsavedCopy::name));
		return copies;
	}

	/**
	 * Returns all copies, or the reason why they cannot be listed. Copies that are too
	 * old are deleted instead.
	 */
	public UnsavedListing listing() {
		try {
			return new UnsavedListing(list(), null);
		}
		catch (IOException ex) {
			return new UnsavedListing(List.of(), ex);
		}
	}

	private Path place(int user) {
		return (user == Caller.ROOT) ? this.directory : this.directory.resolve(Integer.toUnsignedString(user));
	}

	/** Returns the directories with copies, each with its user. */
	private Map<Path, Integer> places() throws IOException {
		Map<Path, Integer> places = new LinkedHashMap<>();
		places.put(this.directory, Caller.ROOT);
		for (Path path : entries(this.directory)) {
			String name = path.getFileName().toString();
			if (USER.matcher(name).matches() && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
				places.put(path, Integer.parseUnsignedInt(name));
			}
		}
		return places;
	}

	private static List<Path> entries(Path directory) throws IOException {
		try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
			List<Path> entries = new ArrayList<>();
			paths.forEach(entries::add);
			return entries;
		}
		catch (DirectoryIteratorException ex) {
			throw ex.getCause();
		}
		catch (NoSuchFileException ex) {
			return List.of();
		}
	}

	/**
	 * Returns the copy with this name if the viewer may see it, or {@code null}.
	 */
	public @Nullable UnsavedCopy find(String name, Viewer viewer) throws IOException {
		Map<Path, Integer> places = viewer.all() ? places() : Map.of(place(viewer.user()), viewer.user());
		try {
			for (Map.Entry<Path, Integer> place : places.entrySet()) {
				UnsavedCopy copy = describe(place.getValue(), place.getKey().resolve(name));
				if (copy != null) {
					return copy;
				}
			}
			return null;
		}
		catch (InvalidPathException ex) {
			// If a process with another locale has kept it, only a listing finds its
			// path.
			return list().stream()
				.filter((copy) -> copy.name().equals(name) && viewer.sees(copy.user()))
				.findFirst()
				.orElse(null);
		}
	}

	private static @Nullable UnsavedCopy describe(int user, Path path) throws IOException {
		try {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
					LinkOption.NOFOLLOW_LINKS);
			Instant modified = attributes.lastModifiedTime().toInstant();
			Instant kept = UnsavedName.time(path.getFileName().toString());
			return attributes.isRegularFile() ? new UnsavedCopy(user, path, attributes.size(),
					DiskBytes.of(path, attributes.size()), (kept != null) ? kept : modified, modified) : null;
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	/**
	 * Deletes a copy. It is no failure if the copy no longer exists.
	 */
	public void delete(UnsavedCopy copy) throws IOException {
		Files.deleteIfExists(copy.path());
	}

	/**
	 * Returns the directory of all copies on the server.
	 */
	public Path directory() {
		return this.directory;
	}

	/**
	 * Deletes copies that exceed the limits.
	 */
	public void clean() throws IOException {
		clean(null);
	}

	/**
	 * The copy just kept counts as the newest, even if the clock was ahead when others
	 * were kept.
	 */
	private synchronized void clean(@Nullable Path kept) throws IOException {
		List<UnsavedCopy> copies = new ArrayList<>(list());
		UnsavedCopy newest = copies.stream().filter((copy) -> copy.path().equals(kept)).findFirst().orElse(null);
		if (newest != null) {
			copies.remove(newest);
			copies.add(newest);
		}
		UnsavedShares shares = new UnsavedShares(copies, this.limits.maxBytes());
		remove(UnsavedLimit.SIZE, shares.takeExcess((newest != null) ? newest.user() : null));
	}

	/** Returns the copies that cannot be deleted. The next access tries again. */
	private List<UnsavedCopy> remove(UnsavedLimit limit, List<UnsavedCopy> copies) {
		List<UnsavedCopy> left = new ArrayList<>();
		Map<Integer, FileTotal> removed = new TreeMap<>();
		for (UnsavedCopy copy : copies) {
			try {
				if (Files.deleteIfExists(copy.path())) {
					removed.merge(copy.user(), new FileTotal(1, copy.bytes()), FileTotal::plus);
				}
			}
			catch (IOException ex) {
				left.add(copy);
			}
		}
		removed.forEach((user, files) -> this.listener.unsavedRemoved(limit, user, files.files(), files.bytes()));
		return left;
	}

}
