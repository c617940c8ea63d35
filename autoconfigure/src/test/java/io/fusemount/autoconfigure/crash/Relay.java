package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The network between an application and its database: a port of this machine that leads
 * to another one, until it becomes a black hole. Then connections stay, and nothing comes
 * through; what was sent meanwhile comes late.
 */
final class Relay implements AutoCloseable {

	private final ServerSocket entrance;

	private final int target;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	/** How many more bytes come through to the database. */
	private long passes = Long.MAX_VALUE;

	Relay(int target) {
		this.target = target;
		try {
			this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	int port() {
		return this.entrance.getLocalPort();
	}

	/** Becomes a black hole when so many more bytes have come to the database. */
	synchronized void holeAfter(long bytes) {
		this.passes = bytes;
	}

	/** Lets everything through again. */
	synchronized void mend() {
		this.passes = Long.MAX_VALUE;
		notifyAll();
	}

	/** Whether the network is a black hole at the moment. */
	synchronized boolean isHole() {
		return this.passes <= 0;
	}

	private static void start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException | InterruptedException ex) {
				// One of both sides is through with it.
			}
		}, "fusemount-test-relay");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() throws IOException {
		while (true) {
			Socket inside = this.entrance.accept();
			this.sockets.add(inside);
			start(() -> connect(inside));
		}
	}

	private void connect(Socket inside) throws IOException, InterruptedException {
		try (inside; Socket outside = new Socket(InetAddress.getLoopbackAddress(), this.target)) {
			this.sockets.add(outside);
			start(() -> pump(outside, inside, false));
			pump(inside, outside, true);
		}
	}

	private void pump(Socket from, Socket to, boolean counted) throws IOException, InterruptedException {
		byte[] buffer = new byte[1 << 16];
		try (from; to) {
			for (int length = read(from, buffer); length >= 0; length = read(from, buffer)) {
				awaitPassage(counted ? length : 0);
				to.getOutputStream().write(buffer, 0, length);
				to.getOutputStream().flush();
			}
		}
	}

	private static int read(Socket from, byte[] buffer) throws IOException {
		return from.getInputStream().read(buffer);
	}

	private synchronized void awaitPassage(int bytes) throws InterruptedException {
		this.passes -= bytes;
		while (isHole()) {
			wait();
		}
	}

	@Override
	public void close() throws IOException {
		mend();
		this.entrance.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	/**
	 * What a thread does until a socket is closed.
	 */
	@FunctionalInterface
	private interface Work {

		void run() throws IOException, InterruptedException;

	}

}
