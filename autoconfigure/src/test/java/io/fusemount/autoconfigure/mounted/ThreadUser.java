package io.fusemount.autoconfigure.mounted;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import io.fusemount.conformance.shell.Shell;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.IgnoreError;

/**
 * A thread that accesses files as another user of the machine, without the privileges of
 * root. Servers of files do the same; to a filesystem, each is a program of that user.
 */
public final class ThreadUser {

	/**
	 * Asked for once: a process that is started has a copy of each open file, and closes
	 * it, which stores its content.
	 */
	private static final Map<String, Integer> IDS = new ConcurrentHashMap<>();

	private ThreadUser() {
	}

	/**
	 * Returns work for whose thread, from then on, all files are those of the user.
	 */
	public static Runnable become(String user, Runnable work) {
		int id = IDS.computeIfAbsent(user, ThreadUser::id);
		return () -> {
			CHolder.LOADED.setfsuid(id);
			if (CHolder.LOADED.setfsuid(-1) != id) {
				throw new IllegalStateException("This thread does not become " + user);
			}
			work.run();
		};
	}

	private static int id(String user) {
		return Integer.parseInt(Shell.in(Path.of("/")).check("id -u " + user).strip());
	}

	/**
	 * Does something as the user, on another thread.
	 * @throws java.util.concurrent.CompletionException with the exception that it throws
	 */
	public static <T> T call(String user, Callable<T> work) {
		FutureTask<T> task = new FutureTask<>(work);
		new Thread(become(user, task), "fusemount-test-user").start();
		try {
			return task.get();
		}
		catch (ExecutionException ex) {
			throw new CompletionException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The C library. Public because JNR implements the interface in a class loader of its
	 * own.
	 */
	public interface C {

		/** Returns the former id. */
		@IgnoreError
		int setfsuid(int id);

	}

	private static final class CHolder {

		static final C LOADED = LibraryLoader.create(C.class).load("libc.so.6");

	}

}
