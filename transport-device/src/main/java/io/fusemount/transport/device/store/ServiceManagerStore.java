package io.fusemount.transport.device.store;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

import io.fusemount.transport.device.libc.DescriptorMessage;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import org.jspecify.annotations.Nullable;

/**
 * The service manager, which keeps descriptors for the next process and has passed on
 * those of the process before, see {@code sd_notify(3)} and {@code sd_listen_fds(3)}.
 */
final class ServiceManagerStore implements DescriptorStore {

	/** All others were left by other parts of the application, or for them. */
	private static final String PREFIX = "fusemount-";

	/** The number of the first descriptor that a process inherits. */
	private static final int FIRST = 3;

	/** A service manager that reads its configuration again is away for seconds. */
	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final int MAX_NAME = 255;

	private static final int AF_UNIX = 1;

	private static final int SOCK_DGRAM_CLOEXEC = 2 | 02000000;

	private static final int F_SETFD = 2;

	private static final int FD_CLOEXEC = 1;

	private static final int EAGAIN = 11;

	private final @Nullable String socket;

	private final Duration patience;

	private final Queue<Inherited> inherited = new ConcurrentLinkedQueue<>();

	ServiceManagerStore(Function<String, @Nullable String> environment, int first, Duration patience) {
		String address = environment.apply("NOTIFY_SOCKET");
		boolean usable = address != null && (address.startsWith("/") || address.startsWith("@"));
		this.socket = (usable && number(environment.apply("FDSTORE"), 0) > 0) ? address : null;
		this.patience = patience;
		if (number(environment.apply("LISTEN_PID"), 0) == ProcessHandle.current().pid()) {
			inherit(environment, first);
		}
	}

	/** Returns the store that an environment describes. */
	static DescriptorStore of(Function<String, @Nullable String> environment) {
		return new ServiceManagerStore(environment, FIRST, PATIENCE);
	}

	private static long number(@Nullable String text, long otherwise) {
		try {
			return (text != null) ? Long.parseLong(text) : otherwise;
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

	/** Also keeps all inherited descriptors from the helper and other children. */
	private void inherit(Function<String, @Nullable String> environment, int first) {
		String list = environment.apply("LISTEN_FDNAMES");
		String[] names = (list != null) ? list.split(":", -1) : new String[0];
		long count = number(environment.apply("LISTEN_FDS"), 0);
		for (int i = 0; i < count; i++) {
			boolean open = Native.libc().fcntl(first + i, F_SETFD, FD_CLOEXEC) == 0;
			if (open && names.length == count && names[i].startsWith(PREFIX)) {
				this.inherited.add(new Inherited(names[i], first + i));
			}
		}
	}

	/** Before version 254, systemd does not say whether it keeps any: the unit has to. */
	@Override
	public boolean isThere() {
		return this.socket != null;
	}

	@Override
	public @Nullable Integer take(String name) {
		String encoded = encode(name);
		for (Inherited candidate : this.inherited) {
			if (candidate.name().equals(encoded) && this.inherited.remove(candidate)) {
				return candidate.descriptor();
			}
		}
		return null;
	}

	@Override
	public void abandon() {
		for (Inherited left = this.inherited.poll(); left != null; left = this.inherited.poll()) {
			Native.libc().close(left.descriptor());
			try {
				send("FDSTOREREMOVE=1", URLDecoder.decode(left.name(), StandardCharsets.UTF_8), null);
			}
			catch (IOException ex) {
				// The service manager is gone, and what it held with it.
			}
		}
	}

	@Override
	public void keep(String name, int descriptor) throws IOException {
		send("FDSTORE=1\nFDPOLL=0", name, descriptor);
	}

	@Override
	public void remove(String name) throws IOException {
		send("FDSTOREREMOVE=1", name, null);
	}

	private void send(String action, String name, @Nullable Integer descriptor) throws IOException {
		if (this.socket == null) {
			throw new IOException("There is no descriptor store");
		}
		String encoded = encode(name);
		if (encoded.length() > MAX_NAME) {
			throw new IOException("The name '" + name + "' is too long for the descriptor store");
		}
		byte[] text = (action + "\nFDNAME=" + encoded).getBytes(StandardCharsets.US_ASCII);
		LibC c = Native.libc();
		int sender = c.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
		int error = (sender < 0) ? Native.errno() : send(sender, this.socket, text, descriptor);
		c.close(sender);
		if (error != 0) {
			throw new IOException(
					"The descriptor store at " + this.socket + " was not reached: " + Native.describe(error));
		}
	}

	private int send(int sender, String address, byte[] text, @Nullable Integer descriptor) {
		String name = address.startsWith("@") ? "\0" + address.substring(1) : address;
		byte[] receiver = name.getBytes(StandardCharsets.UTF_8);
		long end = System.nanoTime() + this.patience.toNanos();
		int error = DescriptorMessage.send(sender, receiver, text, descriptor);
		// Its queue is full.
		while (error == EAGAIN && System.nanoTime() - end < 0 && pause()) {
			error = DescriptorMessage.send(sender, receiver, text, descriptor);
		}
		return error;
	}

	private static boolean pause() {
		try {
			Thread.sleep(10);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/** A store allows only ASCII, and a colon ends a name. */
	private static String encode(String name) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8);
	}

	/**
	 * A descriptor that nobody has taken yet.
	 *
	 * @param name the name in the form in which the store has it
	 */
	private record Inherited(String name, int descriptor) {

	}

}
