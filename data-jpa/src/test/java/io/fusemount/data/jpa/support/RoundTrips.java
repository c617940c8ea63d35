package io.fusemount.data.jpa.support;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The round trips between an application and its PostgreSQL server, counted on their way:
 * whatever the application sends until it waits for the answer is one.
 */
public final class RoundTrips implements AutoCloseable {

	private static final String PREFIX = "jdbc:";

	private final ServerSocket entrance;

	private final URI server;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final List<String> trips = new CopyOnWriteArrayList<>();

	/**
	 * Begins to forward to a database.
	 * @param url its JDBC URL
	 */
	public RoundTrips(String url) {
		this.server = URI.create(url.substring(PREFIX.length()));
		try {
			this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	/**
	 * Returns the JDBC URL by which the round trips of an application are counted. The
	 * driver sends no statement when the pool opens another connection beside the test:
	 * all that it sets is in the first message to a server of this version.
	 */
	public String url() {
		return PREFIX + "postgresql://localhost:" + this.entrance.getLocalPort() + this.server.getPath()
				+ "?user=postgres&sslmode=disable&gssEncMode=disable&assumeMinServerVersion=12";
	}

	public void clear() {
		this.trips.clear();
	}

	/** Returns the statements of each round trip, one line each. */
	public List<String> all() {
		return List.copyOf(this.trips);
	}

	private static void start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException ex) {
				// One of the two sides has closed the connection.
			}
		}, "fusemount-test-round-trips");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() throws IOException {
		while (true) {
			Socket inside = this.entrance.accept();
			Socket outside = new Socket(InetAddress.getLoopbackAddress(), this.server.getPort());
			inside.setTcpNoDelay(true);
			outside.setTcpNoDelay(true);
			this.sockets.addAll(List.of(inside, outside));
			start(() -> new Requests(inside, outside).forward());
			start(() -> {
				try (inside; outside) {
					outside.getInputStream().transferTo(inside.getOutputStream());
				}
			});
		}
	}

	@Override
	public void close() throws IOException {
		this.entrance.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	/** What an application sends by one connection. */
	private final class Requests {

		private final Socket inside;

		private final Socket outside;

		private final Map<String, String> statements = new HashMap<>();

		private final Map<String, String> portals = new HashMap<>();

		private final List<String> trip = new ArrayList<>();

		Requests(Socket inside, Socket outside) {
			this.inside = inside;
			this.outside = outside;
		}

		void forward() throws IOException {
			try (this.inside; this.outside) {
				DataInputStream in = new DataInputStream(
						new BufferedInputStream(this.inside.getInputStream(), 1 << 16));
				DataOutputStream out = new DataOutputStream(this.outside.getOutputStream());
				// The first message has no type.
				byte[] first = body(in);
				send(out, first);
				while (true) {
					int type = in.readUnsignedByte();
					byte[] body = body(in);
					note(type, body);
					if (isEnd(type) && in.available() == 0) {
						end();
					}
					out.writeByte(type);
					send(out, body);
				}
			}
		}

		private static byte[] body(DataInputStream in) throws IOException {
			return in.readNBytes(in.readInt() - Integer.BYTES);
		}

		private static void send(DataOutputStream out, byte[] body) throws IOException {
			out.writeInt(body.length + Integer.BYTES);
			out.write(body);
			out.flush();
		}

		private void note(int type, byte[] body) {
			String[] texts = new String(body, StandardCharsets.ISO_8859_1).split("\0", 3);
			switch (type) {
				case 'P' -> this.statements.put(texts[0], texts[1]);
				case 'B' -> this.portals.put(texts[0], this.statements.getOrDefault(texts[1], "?"));
				case 'E' -> this.trip.add(this.portals.getOrDefault(texts[0], "?"));
				case 'Q' -> this.trip.add(texts[0]);
				case 'F' -> this.trip.add("function call");
				default -> {
					// Says nothing about statements.
				}
			}
		}

		/**
		 * Whether the server answers to the message. The driver sends {@code BEGIN} and
		 * the statement after it at once: more has arrived then.
		 */
		private static boolean isEnd(int type) {
			return type == 'Q' || type == 'F' || type == 'S';
		}

		private void end() {
			RoundTrips.this.trips.add(String.join("; ", this.trip));
			this.trip.clear();
		}

	}

	/**
	 * The work of a thread until a socket is closed.
	 */
	@FunctionalInterface
	private interface Work {

		void run() throws IOException;

	}

}
