package io.fusemount.data.jpa.feed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The network between an application and its database, which can lose a connection with
 * the answer that is under way.
 */
final class LostAnswers implements AutoCloseable {

	private final ServerSocket entrance;

	private final int target;

	private volatile Loss loss = Loss.NONE;

	LostAnswers(int target) {
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

	/** Loses the connection that asks the server next, once that has answered. */
	void loseTheNextAnswer() {
		this.loss = Loss.ANSWER;
	}

	/** Loses the connection that asks the server next, before that has answered. */
	void loseTheNextConnection() {
		this.loss = Loss.CONNECTION;
	}

	private static void start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException ex) {
				// One of both sides is through with it.
			}
		}, "fusemount-test-lost-answers");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() throws IOException {
		while (true) {
			Socket inside = this.entrance.accept();
			Socket outside = new Socket(InetAddress.getLoopbackAddress(), this.target);
			Connection connection = new Connection(inside, outside);
			start(connection::ask);
			start(connection::answer);
		}
	}

	@Override
	public void close() throws IOException {
		this.entrance.close();
	}

	/** A connection of the application to the server. */
	private final class Connection {

		private final Socket inside;

		private final Socket outside;

		private volatile boolean losing;

		Connection(Socket inside, Socket outside) {
			this.inside = inside;
			this.outside = outside;
		}

		void ask() throws IOException {
			byte[] buffer = new byte[1 << 16];
			for (int length = read(this.inside, buffer); length >= 0; length = read(this.inside, buffer)) {
				Loss now = LostAnswers.this.loss;
				LostAnswers.this.loss = Loss.NONE;
				this.losing = now != Loss.NONE;
				this.outside.getOutputStream().write(buffer, 0, length);
				if (now == Loss.CONNECTION) {
					// The server does not notice while it works.
					this.inside.close();
				}
			}
			if (!this.losing) {
				this.outside.close();
			}
		}

		void answer() throws IOException {
			byte[] buffer = new byte[1 << 16];
			try (this.inside; this.outside) {
				for (int length = read(this.outside, buffer); length >= 0
						&& !this.losing; length = read(this.outside, buffer)) {
					this.inside.getOutputStream().write(buffer, 0, length);
				}
			}
		}

		private static int read(Socket from, byte[] buffer) throws IOException {
			return from.getInputStream().read(buffer);
		}

	}

	/** What is lost. */
	private enum Loss {

		NONE, ANSWER, CONNECTION

	}

	/**
	 * What a thread does until a socket is closed.
	 */
	@FunctionalInterface
	private interface Work {

		void run() throws IOException;

	}

}
