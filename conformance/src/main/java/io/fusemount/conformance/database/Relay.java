package io.fusemount.conformance.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The network between an application and its database: a port of this machine that
 * forwards to another one, until it becomes a black hole. Connections then stay open, but
 * nothing gets through; bytes sent meanwhile arrive late. The relay can also lose one
 * connection, together with the answer in transit.
 */
public final class Relay implements AutoCloseable {

	private final ServerSocket entrance;

	private final int target;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	/** The number of further bytes that reach the database. */
	private long passes = Long.MAX_VALUE;

	/** The number of further bytes of answers that reach the application. */
	private long answers = Long.MAX_VALUE;

	private Loss loss = Loss.NONE;

	/**
	 * Creates a relay to a port of this machine.
	 */
	public Relay(int target) {
		this.target = target;
		try {
			this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	/** Returns the port that forwards to the database. */
	public int port() {
		return this.entrance.getLocalPort();
	}

	/** Becomes a black hole after the given number of further bytes to the database. */
	public synchronized void holeAfter(long bytes) {
		this.passes = bytes;
	}

	/**
	 * Passes the given number of further bytes of answers, then none: the next answer of
	 * the database ends in the middle of a message.
	 */
	public synchronized void cutAnswersAfter(long bytes) {
		this.answers = bytes;
	}

	/** Waits until answers have been cut. */
	public synchronized void awaitCut() throws InterruptedException {
		while (this.answers > 0) {
			wait();
		}
	}

	/** Passes everything again. */
	public synchronized void mend() {
		this.passes = Long.MAX_VALUE;
		this.answers = Long.MAX_VALUE;
		notifyAll();
	}

	/** Whether the network is a black hole at the moment. */
	public synchronized boolean isHole() {
		return this.passes <= 0;
	}

	/** Loses the connection that asks the database next, once that has answered. */
	public synchronized void loseTheNextAnswer() {
		this.loss = Loss.ANSWER;
	}

	/** Loses the connection that asks the database next, before that has answered. */
	public synchronized void loseTheNextConnection() {
		this.loss = Loss.CONNECTION;
	}

	private synchronized Loss takeLoss() {
		Loss taken = this.loss;
		this.loss = Loss.NONE;
		return taken;
	}

	private static void start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException | InterruptedException ex) {
				// One of the two sides has closed the connection.
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
			Connection connection = new Connection(inside, outside);
			start(connection::answer);
			connection.ask();
		}
	}

	private synchronized void awaitPassage(int bytes) throws InterruptedException {
		this.passes -= bytes;
		while (isHole()) {
			wait();
		}
	}

	/** Returns how many of the bytes get through before the answers are cut. */
	private synchronized int takeAnswers(int bytes) {
		int through = (int) Math.min(bytes, this.answers);
		this.answers -= through;
		notifyAll();
		return through;
	}

	private synchronized void awaitMend() throws InterruptedException {
		while (this.answers <= 0) {
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

	/** A connection of the application, which ends as soon as one side does. */
	private final class Connection {

		private final Socket inside;

		private final Socket outside;

		private volatile boolean answerLost;

		Connection(Socket inside, Socket outside) {
			this.inside = inside;
			this.outside = outside;
		}

		void ask() throws IOException, InterruptedException {
			byte[] buffer = new byte[1 << 16];
			try (this.inside; this.outside) {
				for (int length = read(this.inside, buffer); length >= 0; length = read(this.inside, buffer)) {
					Loss lost = takeLoss();
					this.answerLost = lost == Loss.ANSWER;
					awaitPassage(length);
					write(this.outside, buffer, 0, length);
					if (lost == Loss.CONNECTION) {
						return;
					}
				}
			}
		}

		void answer() throws IOException, InterruptedException {
			byte[] buffer = new byte[1 << 16];
			try (this.inside; this.outside) {
				for (int length = read(this.outside, buffer); length >= 0
						&& !this.answerLost; length = read(this.outside, buffer)) {
					awaitPassage(0);
					int through = takeAnswers(length);
					write(this.inside, buffer, 0, through);
					if (through < length) {
						awaitMend();
						write(this.inside, buffer, through, length - through);
					}
				}
			}
		}

		private static int read(Socket from, byte[] buffer) throws IOException {
			return from.getInputStream().read(buffer);
		}

		private static void write(Socket to, byte[] buffer, int start, int length) throws IOException {
			to.getOutputStream().write(buffer, start, length);
			to.getOutputStream().flush();
		}

	}

	/** The kind of loss. */
	private enum Loss {

		NONE, ANSWER, CONNECTION

	}

	/**
	 * The work of a thread until a socket is closed.
	 */
	@FunctionalInterface
	private interface Work {

		void run() throws IOException, InterruptedException;

	}

}
