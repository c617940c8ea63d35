package io.fusemount.transport.jnr.callback;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.NativeText;

/**
 * The path from a callback to the core's dispatcher and back, and the only place where a
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
	 * Runs an operation on a path.
	 */
	int onPath(Operation operation, long path, PathAction action) {
		return askPath(operation, path, (text) -> {
			action.run(text);
			return 0;
		});
	}

	/**
	 * Runs an operation on a path that answers with a number.
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
	 * Waits until no other request changes the name.
	 * @return whether another request changed it
	 */
	boolean awaitIdle(String path) throws InterruptedException {
		return this.busyPaths.awaitIdle(Request.current(), path);
	}

	/**
	 * Changes the node of a name without the request of a program. Other requests for the
	 * name wait until it is {@linkplain #leave left}.
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
	 * Changes the nodes of names. Other requests for one of the paths wait until the
	 * request has been answered.
	 * @param newPath the second path, 0 if there is only one
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
	 * Ends the handles that remain after the session has ended.
	 */
	void releaseAll(VirtualFileSystem fileSystem) {
		this.openPaths.releaseAll(fileSystem, this.dispatcher);
	}

	/**
	 * Runs an operation on an open file or directory.
	 */
	int onHandle(Operation operation, long info, HandleAction action) {
		HandleId handle = FileInfo.handle(info);
		return dispatch(operation, this.openPaths.subject(handle), () -> {
			action.run(handle);
			return 0;
		});
	}

	/**
	 * Runs an operation on an open file that answers with a number.
	 */
	int askHandle(Operation operation, long info, HandleQuestion question) {
		return askHandle(operation, FileInfo.handle(info), question);
	}

	/**
	 * Runs an operation on an open file that answers with a number.
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
