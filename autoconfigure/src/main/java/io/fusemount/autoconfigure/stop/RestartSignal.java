package io.fusemount.autoconfigure.stop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/**
 * The signal that says that another process will take over: SIGHUP, as systemd sends it
 * with {@code RestartKillSignal=SIGHUP}. The application stops as on any other signal.
 * SIGTERM says that none will, whatever was said before.
 * <p>
 * It is noted from the beginning of the start, because a signal that comes during the
 * start ends the application when it has started, which has the mount by then.
 * <p>
 * {@code sun.misc.Signal} is Java's only access to signals. It is supported and cannot be
 * compiled against without a warning, so it is called by reflection.
 */
public final class RestartSignal implements ApplicationListener<ApplicationStartingEvent> {

	private static final Log logger = LogFactory.getLog(RestartSignal.class);

	private static volatile boolean received;

	private static final AtomicBoolean handled = new AtomicBoolean();

	/**
	 * Takes note of the signals from now on, before the application stops because of
	 * them.
	 */
	@Override
	public void onApplicationEvent(ApplicationStartingEvent event) {
		if (handled.compareAndSet(false, true)) {
			handle("HUP", true);
			handle("TERM", false);
		}
	}

	private static void handle(String name, boolean restart) {
		try {
			Class<?> signal = Class.forName("sun.misc.Signal");
			Class<?> handler = Class.forName("sun.misc.SignalHandler");
			Method handle = handler.getMethod("handle", signal);
			Object[] before = new Object[1];
			Object ours = Proxy.newProxyInstance(RestartSignal.class.getClassLoader(), new Class<?>[] { handler },
					(proxy, method, arguments) -> {
						if (!method.equals(handle)) {
							return method.invoke(handle, arguments);
						}
						received = restart;
						return handle.invoke(before[0], arguments);
					});
			before[0] = signal.getMethod("handle", signal, handler)
				.invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
		}
		catch (InvocationTargetException ex) {
			// With -Xrs, signals are none of Java's business.
			logger.debug("SIG" + name + " is not handled", ex.getCause());
		}
		catch (ReflectiveOperationException ex) {
			logger.debug("SIG" + name + " is not handled", ex);
		}
	}

	/**
	 * Whether another process will take over.
	 */
	public static boolean isReceived() {
		return received;
	}

}
