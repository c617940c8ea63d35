package io.fusemount.transport.jnr.callback;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;

/**
 * The way from a callback to the core's dispatcher and back, and the one place where a
 * failure becomes a negative number.
 */
final class Door {

	private final Dispatcher dispatcher;

	private final BusyPaths busyPaths = new BusyPaths();

	private final OpenPaths openPaths = new OpenPaths();

	Door(Dispatcher dispatcher) {
		this.dispatcher = dispatcher;
	}

	/**
	 * Does something to what is at a path.
	 */
	int onPath(Operation operation, long path, PathAction action) {
		return askPath(operation, path, (text) -> {
			action.run(text);
			return 0;
		});
	}

	/**
	 * Asks something with a number as the answer about what is at a path.
	 */
	int askPath(Operation operation, long path, PathQuestion question) {
		byte[] bytes = NativeText.bytes(path);
		String text = NativeText.describe(bytes);
		return dispatch(operation, text, () -> {
			this.busyPaths.awaitIdle(Request.current(), text);
			return question.answer(NativeText.requireValid(text, bytes));
		});
	}

	/**
	 * Waits until no other request changes what a name stands for.
	 * @return whether one did
	 */
	boolean awaitIdle(String path) throws InterruptedException {
		return this.busyPaths.awaitIdle(Request.current(), path);
	}

	/**
	 * Changes what a name stands for, though no program has asked for that. Others that
	 * are about it wait until it is {@linkplain #leave left}.
	 */
	int onOwn(String path, Dispatcher.Work work) {
		try {
			return this.busyPaths.tryEnter(Request.current(), path) ? (int) work.run() : -Errno.EBUSY.code();
		}
		catch (Exception ex) {
			return -Errno.EIO.code();
		}
	}

	/**
	 * Ends such a change.
	 */
	void leave(String path) {
		this.busyPaths.leave(Request.current(), path);
	}

	/**
	 * Changes what names stand for. Until the request has been answered, others that are
	 * about one of the paths wait.
	 * @param newPath the second path, 0 if there is one only
	 */
	int onNames(Operation operation, long path, long newPath, NamesAction action) {
		String from = NativeText.describe(NativeText.bytes(path));
		return dispatch(operation, from, () -> {
			String source = NativeText.decode(NativeText.bytes(path));
			String target = (newPath != 0) ? NativeText.decode(NativeText.bytes(newPath)) : source;
			this.busyPaths.enter(Request.current(), source, target);
			action.run(source, target);
			return 0;
		});
	}

	/**
	 * Opens a file or directory by its path.
	 */
	int open(Operation operation, long path, long info, PathQuestion question) {
		return askPath(operation, path, (text) -> {
			long answer = question.answer(text);
			if (answer == 0) {
				this.openPaths.opened(operation, FileInfo.handle(info), text);
			}
			return answer;
		});
	}

	/**
	 * Ends a handle.
	 */
	int release(Operation operation, long info, HandleAction action) {
		try {
			return onHandle(operation, info, action);
		}
		finally {
			this.openPaths.released(FileInfo.handle(info));
		}
	}

	/**
	 * Ends the handles that are left when the session has ended.
	 */
	void releaseAll(VirtualFileSystem fileSystem) {
		this.openPaths.releaseAll(fileSystem, this.dispatcher);
	}

	/**
	 * Does something to an open file or directory.
	 */
	int onHandle(Operation operation, long info, HandleAction action) {
		HandleId handle = FileInfo.handle(info);
		return dispatch(operation, this.openPaths.subject(handle), () -> {
			action.run(handle);
			return 0;
		});
	}

	/**
	 * Asks something with a number as the answer about an open file.
	 */
	int askHandle(Operation operation, long info, HandleQuestion question) {
		return askHandle(operation, FileInfo.handle(info), question);
	}

	/**
	 * Asks something with a number as the answer about an open file.
	 */
	int askHandle(Operation operation, HandleId handle, HandleQuestion question) {
		return dispatch(operation, this.openPaths.subject(handle), () -> question.answer(handle));
	}

	private int dispatch(Operation operation, Object subject, Dispatcher.Work work) {
		try {
			return (int) this.dispatcher.dispatch(operation, subject, work);
		}
		catch (ErrnoException ex) {
			return -ex.errno().code();
		}
	}

	@FunctionalInterface
	interface NamesAction {

		void run(String source, String target) throws Exception;

	}

	@FunctionalInterface
	interface PathAction {

		void run(String path) throws Exception;

	}

	@FunctionalInterface
	interface PathQuestion {

		long answer(String path) throws Exception;

	}

	@FunctionalInterface
	interface HandleAction {

		void run(HandleId handle) throws Exception;

	}

	@FunctionalInterface
	interface HandleQuestion {

		long answer(HandleId handle) throws Exception;

	}

}
