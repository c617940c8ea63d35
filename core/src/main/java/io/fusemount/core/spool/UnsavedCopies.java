package io.fusemount.core.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Viewer;
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

	private final OperationListener listener;

	private final AtomicLong sequence = new AtomicLong();

	/**
	 * Creates it; the directory comes to be with the first copy.
	 * @param listener is told when copies are deleted because of the limits
	 */
	UnsavedCopies(Path directory, UnsavedLimits limits, OperationListener listener) {
		this.directory = directory;
		this.limits = limits;
		this.listener = listener;
	}

	/**
	 * Moves a file of the same disk here.
	 * @param user the user who has written it
	 * @param fileName what the file was to be called
	 * @param bytes how many bytes of it were written, beside its holes
	 * @return where it is now
	 */
	Path keep(int user, String fileName, Path content, long bytes, Clock clock) throws IOException {
		Path place = (user == ROOT) ? this.directory : this.directory.resolve(Integer.toUnsignedString(user));
		DiskBytes.note(content, bytes);
		PrivateFiles.createDirectories(place);
		Path kept = null;
		while (kept == null) {
			Path free = UnsavedName.resolve(place, clock.instant(), this.sequence.incrementAndGet(), fileName);
			try {
				kept = Files.move(content, free);
			}
			catch (FileAlreadyExistsException ex) {
				// An earlier process has kept one in this millisecond.
			}
		}
		try {
			clean(clock, kept);
		}
		catch (IOException ex) {
			// The next one tries again; this one is kept.
		}
		return kept;
	}

	/**
	 * Returns all copies, the oldest first.
	 */
	public List<UnsavedCopy> list() throws IOException {
		List<UnsavedCopy> copies = new ArrayList<>();
		for (Map.Entry<Path, Integer> place : places().entrySet()) {
			for (Path path : entries(place.getKey())) {
				UnsavedCopy copy = describe(place.getValue(), path);
				if (copy != null) {
					copies.add(copy);
				}
			}
		}
		copies.sort(Comparator.comparing(UnsavedCopy::kept).thenComparing(UnsavedCopy::name));
		return copies;
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
		catch (NoSuchFileException | NotDirectoryException ex) {
			return List.of();
		}
	}

	/**
	 * Returns the copy of this name that somebody is to see, or {@code null}.
	 */
	public @Nullable UnsavedCopy find(String name, Viewer viewer) throws IOException {
		try {
			for (Map.Entry<Path, Integer> place : places().entrySet()) {
				UnsavedCopy copy = describe(place.getValue(), place.getKey().resolve(name));
				if (copy != null && viewer.sees(copy.user())) {
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
	 * Returns how much there is.
	 */
	public LocalFiles summary() {
		try {
			List<UnsavedCopy> copies = list();
			return new LocalFiles(copies.size(), copies.stream().mapToLong(UnsavedCopy::bytes).sum());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns since when the oldest copy is here, or {@code null} if there is none.
	 */
	public @Nullable Instant oldest() {
		try {
			List<UnsavedCopy> copies = list();
			return copies.isEmpty() ? null : copies.get(0).kept();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Deletes what exceeds the limits.
	 */
	public void clean(Clock clock) throws IOException {
		clean(clock, null);
	}

	/** What has just been kept stays, however large it is. */
	private synchronized void clean(Clock clock, @Nullable Path newest) throws IOException {
		List<UnsavedCopy> copies = list();
		Instant oldest = clock.instant().minus(this.limits.keepFor());
		long bytes = copies.stream().mapToLong(UnsavedCopy::bytes).sum();
		int removed = 0;
		long removedBytes = 0;
		for (UnsavedCopy copy : copies) {
			boolean excess = copy.kept().isBefore(oldest) || bytes - removedBytes > this.limits.maxBytes();
			if (excess && !copy.path().equals(newest)) {
				delete(copy);
				removed++;
				removedBytes += copy.bytes();
			}
		}
		if (removed > 0) {
			this.listener.unsavedRemoved(removed, removedBytes);
		}
	}

}
