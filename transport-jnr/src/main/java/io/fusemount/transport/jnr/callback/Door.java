package io.fusemount.transport.jnr.callback;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.transport.jnr.libfuse.NativeText;

/**
 * The way from a callback to the core's dispatcher and back, and the one place where a
 * failure becomes a negative number.
 */
final class Door {

	private final Dispatcher dispatcher;

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
		return dispatch(operation, text, () -> question.answer(NativeText.requireValid(text, bytes)));
	}

	/**
	 * Does something to an open file or directory.
	 */
	int onHandle(Operation operation, long path, long info, HandleAction action) {
		HandleId handle = FileInfo.handle(info);
		return dispatch(operation, new HandleSubject(path, handle), () -> {
			action.run(handle);
			return 0;
		});
	}

	/**
	 * Asks something with a number as the answer about an open file.
	 */
	int askHandle(Operation operation, long path, long info, HandleQuestion question) {
		HandleId handle = FileInfo.handle(info);
		return dispatch(operation, new HandleSubject(path, handle), () -> question.answer(handle));
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
