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
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnsavedLimit;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.UnsavedCopy;
import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that could not be stored when their file was closed for the last time: files of a
 * directory that only the service can read, within limits of age and size. Whoever finds
 * them useful takes them away; nothing else depends on them. Those of other users than
 * root are in a directory for each, by the number of the user.
 */
public final class UnsavedCopies {

	private static final int ROOT = 0;

	private static final Pattern USER = Pattern.compile("[0-9]{1,10}");

	private final Path directory;

	private final UnsavedLimits limits;

	private final InstantSource clock;

	private final Supplier<Instant> oldest;

	private final OperationListener listener;

	private final AtomicLong sequence = new AtomicLong();

	/**
	 * Creates it; the directory comes to be with the first copy.
	 * @param oldest the time before which a copy was kept that is too old
	 * @param listener is told when copies are deleted because of the limits
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
	 * @param user the user who has written it
	 * @param fileName what the file was to be called
	 * @param bytes how many bytes of it were written, beside its holes
	 * @return where it is now
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
				// An earlier process has kept one in this millisecond.
			}
		}
		try {
			clean(kept);
		}
		catch (IOException ex) {
			// The next one tries again; this one is kept.
		}
		return kept;
	}

	/**
	 * Returns all copies, the oldest first. Those that are too old are deleted instead.
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
	 * Returns all copies, or why they cannot be listed. Those that are too old are
	 * deleted instead.
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
		return (user == ROOT) ? this.directory : this.directory.resolve(Integer.toUnsignedString(user));
	}

	/** The directories with copies, and whose they are. */
	private Map<Path, Integer> places() throws IOException {
		Map<Path, Integer> places = new LinkedHashMap<>();
		places.put(this.directory, ROOT);
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
	 * Returns the copy of this name that somebody is to see, or {@code null}.
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
			// A process with another locale has kept it, and only listing it shows its
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
	 * Deletes a copy; one that is gone already is no failure.
	 */
	public void delete(UnsavedCopy copy) throws IOException {
		Files.deleteIfExists(copy.path());
	}

	/**
	 * Returns the directory of all copies, where it is on the server.
	 */
	public Path directory() {
		return this.directory;
	}

	/**
	 * Deletes what exceeds the limits.
	 */
	public void clean() throws IOException {
		clean(null);
	}

	/**
	 * What has just been kept is the newest, though the clock may have been ahead when
	 * others were.
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

	/** Returns those that cannot be deleted: the next one who looks tries again. */
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
