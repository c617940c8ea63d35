package io.fusemount.transport.jnr;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.transport.jnr.libfuse.FuseSession;
import org.jspecify.annotations.Nullable;

/**
 * What has to be installed: native code, libfuse and the helper. To load the code takes a
 * good part of the time of a mount, and depends on nothing that an application has.
 */
final class Installation {

	private static final AtomicReference<@Nullable FutureTask<Void>> PREPARED = new AtomicReference<>();

	private Installation() {
	}

	/**
	 * Begins to look on a thread of its own. What is missing is told by who
	 * {@linkplain #require requires} it.
	 */
	static void prepare() {
		FutureTask<Void> look = new FutureTask<>(FuseSession::requireInstallation, null);
		if (!PREPARED.compareAndSet(null, look)) {
			return;
		}
		try {
			Thread thread = new Thread(look, "fusemount-installation");
			thread.setDaemon(true);
			thread.start();
		}
		catch (OutOfMemoryError ex) {
			// No thread can be had: who requires it looks himself.
			PREPARED.set(null);
		}
	}

	/**
	 * Requires all of it.
	 * @throws MountException {@code NO_NATIVE_CODE}, {@code NO_LIBFUSE} or
	 * {@code NO_FUSERMOUNT} if something is missing at this moment
	 */
	static void require() {
		FutureTask<Void> prepared = PREPARED.getAndSet(null);
		if (prepared != null) {
			try {
				prepared.get();
				return;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			catch (ExecutionException ex) {
				// Classes fail once and for all, and tell why the first time only. The
				// rest may have been installed meanwhile.
				if (ex.getCause() instanceof MountException failure && failure.reason() == Reason.NO_NATIVE_CODE) {
					throw failure;
				}
			}
		}
		FuseSession.requireInstallation();
	}

}
