package io.fusemount.test.transport;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.mount.Deadline;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * A filesystem that only the test can reach. The operations of the test run on a thread
 * of their own, as those of a program do, without the transaction and the login of the
 * test.
 */
final class MemorySession implements TransportSession {

	private final VirtualFileSystem fileSystem;

	private final Dispatcher dispatcher;

	private final Caller caller;

	private final ExecutorService worker = Executors.newSingleThreadExecutor((work) -> {
		Thread thread = new Thread(work, "fusemount-memory");
		thread.setDaemon(true);
		return thread;
	});

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	/**
	 * Creates the session.
	 * @param caller the caller of all operations
	 */
	MemorySession(VirtualFileSystem fileSystem, Dispatcher dispatcher, Caller caller) {
		this.fileSystem = fileSystem;
		this.dispatcher = dispatcher;
		this.caller = caller;
	}

	VirtualFileSystem fileSystem() {
		return this.fileSystem;
	}

	long ask(Operation operation, String path, Question question) throws IOException {
		try {
			return this.worker.submit(() -> {
				Caller.bind(this.caller);
				return this.dispatcher.dispatch(operation, path, question::answer);
			}).get();
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof ErrnoException failure) ? translate(failure, path)
					: new IOException(path, ex.getCause());
		}
		catch (RejectedExecutionException ex) {
			throw new FileSystemException(path, null, "The application has unmounted the files");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(path, ex);
		}
	}

	/** Translates failures as the JDK does for those of the kernel. */
	private static IOException translate(ErrnoException failure, String path) {
		String reason = failure.errno() + ": " + failure.getMessage();
		FileSystemException translated = switch (failure.errno()) {
			case ENOENT -> new NoSuchFileException(path);
			case EACCES -> new AccessDeniedException(path, null, reason);
			case EEXIST -> new FileAlreadyExistsException(path, null, reason);
			default -> new FileSystemException(path, null, reason);
		};
		translated.initCause(failure);
		return translated;
	}

	@Override
	public void unmount(Deadline deadline) {
		this.worker.shutdown();
		this.ended.complete(null);
	}

	@Override
	public CompletionStage<Void> ended() {
		return this.ended.minimalCompletionStage();
	}

	@Override
	public int activeWorkers() {
		return 0;
	}

	/**
	 * An operation on the filesystem.
	 */
	@FunctionalInterface
	interface Question {

		long answer();

	}

}
