package io.fusemount.data.jpa.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to a database on which nothing arrives for a while, as if the server was stopped
 * or the network was gone: connections stay as they are.
 */
public final class Relay implements AutoCloseable {

	private static final Pattern PORT = Pattern.compile(":(\\d+)/");

	private final ServerSocket entrance = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());

	private final String url;

	private final int port;

	private boolean silent;

	/**
	 * Creates the way.
	 * @param url the database's own JDBC URL
	 */
	public Relay(String url) throws IOException {
		Matcher matcher = PORT.matcher(url);
		if (!matcher.find()) {
			throw new IllegalArgumentException(url);
		}
		this.port = Integer.parseInt(matcher.group(1));
		this.url = matcher.replaceFirst(":" + this.entrance.getLocalPort() + "/");
		start(this::accept);
	}

	/** Returns the JDBC URL of the database on this way. */
	public String url() {
		return this.url;
	}

	/** Lets nothing pass, or what has come meanwhile and all that follows. */
	public synchronized void silence(boolean silent) {
		this.silent = silent;
		notifyAll();
	}

	private void accept() {
		try {
			for (;;) {
				Socket near = this.entrance.accept();
				Socket far = new Socket(InetAddress.getLoopbackAddress(), this.port);
				start(() -> pass(near, far));
				start(() -> pass(far, near));
			}
		}
		catch (IOException ex) {
			// The entrance is closed.
		}
	}

	private void pass(Socket from, Socket to) {
		byte[] buffer = new byte[8192];
		try (from; to) {
			InputStream input = from.getInputStream();
			for (int length = input.read(buffer); length >= 0; length = input.read(buffer)) {
				awaitSound();
				to.getOutputStream().write(buffer, 0, length);
			}
		}
		catch (IOException ex) {
			// One end is closed, and so is the other now.
		}
	}

	private synchronized void awaitSound() {
		try {
			while (this.silent) {
				wait();
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "fusemount-test-relay");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		silence(false);
		try {
			this.entrance.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
