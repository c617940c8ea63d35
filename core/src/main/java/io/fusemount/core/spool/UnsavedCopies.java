package io.fusemount.core.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.operation.OperationListener;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that could not be stored when their file was closed for the last time: files of a
 * directory that only the service can read, within limits of age and size. Whoever finds
 * them useful takes them away; nothing else depends on them.
 */
public final class UnsavedCopies {

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
	 * @param fileName what the file was to be called
	 * @return where it is now
	 */
	Path keep(String fileName, Path content, Clock clock) throws IOException {
		PrivateFiles.createDirectories(this.directory);
		Path kept = null;
		while (kept == null) {
			Path free = UnsavedName.resolve(this.directory, clock.instant(), this.sequence.incrementAndGet(), fileName);
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
		try (DirectoryStream<Path> paths = Files.newDirectoryStream(this.directory)) {
			for (Path path : paths) {
				UnsavedCopy copy = describe(path);
				if (copy != null) {
					copies.add(copy);
				}
			}
		}
		catch (NoSuchFileException | NotDirectoryException ex) {
			return List.of();
		}
		copies.sort(Comparator.comparing(UnsavedCopy::kept).thenComparing(UnsavedCopy::name));
		return copies;
	}

	/**
	 * Returns the copy of this name, or {@code null}.
	 */
	public @Nullable UnsavedCopy find(String name) throws IOException {
		try {
			return describe(this.directory.resolve(name));
		}
		catch (InvalidPathException ex) {
			// A process with another locale has kept it, and only listing it shows its
			// path.
			return list().stream().filter((copy) -> copy.name().equals(name)).findFirst().orElse(null);
		}
	}

	private static @Nullable UnsavedCopy describe(Path path) throws IOException {
		try {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
					LinkOption.NOFOLLOW_LINKS);
			Instant modified = attributes.lastModifiedTime().toInstant();
			Instant kept = UnsavedName.time(path.getFileName().toString());
			return attributes.isRegularFile()
					? new UnsavedCopy(path, attributes.size(), (kept != null) ? kept : modified, modified) : null;
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
			return new LocalFiles(copies.size(), copies.stream().mapToLong(UnsavedCopy::size).sum());
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
		long bytes = copies.stream().mapToLong(UnsavedCopy::size).sum();
		int removed = 0;
		long removedBytes = 0;
		for (UnsavedCopy copy : copies) {
			boolean excess = copy.kept().isBefore(oldest) || bytes - removedBytes > this.limits.maxBytes();
			if (excess && !copy.path().equals(newest)) {
				delete(copy);
				removed++;
				removedBytes += copy.size();
			}
		}
		if (removed > 0) {
			this.listener.unsavedRemoved(removed, removedBytes);
		}
	}

}
