package io.fusemount.core.failure;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnsavedLimit;
import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * The failures of a mount for people to read: the most recent ones, collected as a
 * listener, and the current failure of each file until the file is stored, reported by
 * the filesystem. Everything is in memory and bounded.
 */
public final class Failures implements OperationListener {

	/** The directory on the mount that holds the bytes that could not be stored. */
	public static final String UNSAVED = ".fusemount/unsaved/";

	private final ErrnoTranslators translators;

	private final Clock clock;

	private final FailureLog log;

	private final FileNotes notes = new FileNotes();

	public Failures(ErrnoTranslators translators, Clock clock) {
		this.translators = translators;
		this.clock = clock;
		this.log = new FailureLog(clock.instant());
	}

	/**
	 * Creates an instance that knows only the exceptions of the core.
	 */
	public static Failures create() {
		return new Failures(new ErrnoTranslators(List.of()), Clock.systemUTC());
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		if (isWorthReading(operation, failure)) {
			this.log.add(failure(action(operation), String.valueOf(subject), failure, null));
		}
	}

	private static boolean isWorthReading(Operation operation, ErrnoException failure) {
		return switch (operation) {
			// Read-only operations would drive out the others, and they fail for the same
			// reasons.
			case GETATTR, FGETATTR, ACCESS, STATFS, READLINK, GETXATTR, LISTXATTR, OPENDIR, READDIR, RELEASEDIR,
					FSYNCDIR ->
				false;
			default -> operation.isCommit() || !failure.isExpected();
		};
	}

	/** Programs know neither flush nor release, only close. */
	private static String action(Operation operation) {
		return (operation == Operation.FLUSH || operation == Operation.RELEASE) ? "close" : operation.label();
	}

	@Override
	public void contentUnsaved(String subject, String place, Throwable failure) {
		this.log.addBytes(failure("close", subject, translate(failure), onMount(place)));
	}

	@Override
	public void contentConflicted(String subject, @Nullable String keptAs) {
		if (keptAs != null) {
			this.log.add(failure("close", subject, new ErrnoException(Errno.ESTALE,
					"Somebody else has changed, deleted or created it in the meantime"), keptAs));
		}
	}

	/**
	 * The removal belongs to the user who loses files, not to the caller whose file
	 * caused it.
	 */
	@Override
	public void unsavedRemoved(UnsavedLimit limit, int user, int files, long bytes) {
		this.log.append(failure(user, "keep", UNSAVED, new ErrnoException(limit.errno(),
				"%d of your files with %d bytes were deleted because of %s".formatted(files, bytes, limit.property())),
				null));
	}

	private Failure failure(String action, String path, ErrnoException failure, @Nullable String bytes) {
		return failure(Caller.currentUser(), action, path, failure, bytes);
	}

	private Failure failure(int user, String action, String path, ErrnoException failure, @Nullable String bytes) {
		return new Failure(this.clock.instant(), user, failure.errno(), action, path,
				PlainText.brief(String.valueOf(failure.getMessage())), bytes);
	}

	/** Users see the mount, not the disk of the server. */
	private static String onMount(String place) {
		return UNSAVED + place.substring(place.lastIndexOf('/') + 1);
	}

	/**
	 * Returns the most recent failures of the mount that the viewer may see.
	 */
	public FailureText text(Viewer viewer) {
		return this.log.text(viewer);
	}

	/**
	 * Returns the most recent failures of the mount, newest first.
	 * @param limit the maximum number of failures
	 */
	public List<Failure> recent(int limit) {
		return this.log.recent(limit);
	}

	/**
	 * Returns the given failure as an errno.
	 */
	public ErrnoException translate(Throwable failure) {
		return this.translators.translate(failure);
	}

	/**
	 * Records the failure of a file.
	 * @param place the place of its bytes on the server's disk, {@code null} if they were
	 * not kept
	 */
	public void note(NodeKey file, Throwable failure, @Nullable String place) {
		this.notes.put(file, new FileNotes.Note(null, words(failure, place)));
	}

	/**
	 * Records, with the directory, the failure of a file that does not exist.
	 */
	public void note(NodeKey directory, Name name, Throwable failure, @Nullable String place) {
		this.notes.put(directory,
				new FileNotes.Note(name, PlainText.brief(name.value()) + ": " + words(failure, place)));
	}

	/** The time leads to the line of the log that has the cause. */
	private String words(Throwable failure, @Nullable String place) {
		ErrnoException translated = translate(failure);
		return translated.errno() + ": " + PlainText.brief(String.valueOf(translated.getMessage()))
				+ ((place != null) ? "; your bytes are in " + PlainText.brief(onMount(place)) : "")
				+ ((translated.getCause() != null) ? "; " + this.clock.instant().truncatedTo(ChronoUnit.SECONDS) : "");
	}

	/**
	 * Records that a file has been stored, which clears its failure.
	 */
	public void stored(NodeKey file) {
		this.notes.remove(file);
	}

	/**
	 * Records that a new file has been stored, which clears its failure.
	 */
	public void stored(NodeKey directory, Name name) {
		this.notes.remove(directory, name);
	}

	/**
	 * Returns the failure of a file or directory in words, or {@code null} if there is
	 * none.
	 */
	public @Nullable String find(NodeKey node) {
		FileNotes.Note note = this.notes.get(node);
		return (note != null) ? note.text() : null;
	}

}
