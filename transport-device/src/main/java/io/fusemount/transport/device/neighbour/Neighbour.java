package io.fusemount.transport.device.neighbour;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.core.mount.MountOptions;
import io.fusemount.transport.device.libc.DescriptorMessage;
import org.jspecify.annotations.Nullable;

/**
 * The process that serves a mount already, as the one sees it that starts.
 */
public final class Neighbour {

	/** The file of the socket, in the spool. */
	static final String SOCKET = "takeover";

	/** For writing notes, and closing the filesystem. */
	private static final Duration WRITING = Duration.ofSeconds(70);

	private Neighbour() {
	}

	/**
	 * Asks for a mount. If the answer is a gift, the neighbour has closed its spool.
	 * @param spool the directory of the mount's spool
	 * @param timeout how long the neighbour may take to let go
	 * @param holding what is done with the gift before the neighbour lets go of it
	 * @return the mount, {@code null} if no process serves it that listens
	 * @throws IOException if the neighbour keeps the mount, in words
	 */
	public static @Nullable Gift ask(Path spool, MountOptions options, Duration timeout, Holding holding)
			throws IOException {
		// First, because whether native code can be used is not known yet.
		LocalSocket neighbour = Files.exists(spool.resolve(SOCKET)) ? LocalSocket.connect(spool, SOCKET) : null;
		if (neighbour == null) {
			return null;
		}
		try {
			Gift gift = ask(neighbour, options, timeout, holding);
			if (gift == null) {
				neighbour.close();
			}
			return gift;
		}
		catch (IOException | RuntimeException ex) {
			neighbour.close();
			throw ex;
		}
	}

	private static @Nullable Gift ask(LocalSocket neighbour, MountOptions options, Duration timeout, Holding holding)
			throws IOException {
		String who = "Process " + neighbour.peer().process();
		DescriptorMessage answer;
		try {
			neighbour.send(Request.of(options, timeout).bytes(), null);
			answer = neighbour.receive(timeout.plus(WRITING));
		}
		catch (SocketTimeoutException ex) {
			throw new IOException(who + " serves the mount and has not answered: " + ex.getMessage(), ex);
		}
		if (answer == null) {
			// It has ended meanwhile.
			return null;
		}
		if (Message.REFUSED.is(answer)) {
			throw new IOException(who + " serves the mount and keeps it: " + Message.text(answer));
		}
		return accept(neighbour, who, answer, holding);
	}

	private static Gift accept(LocalSocket neighbour, String who, DescriptorMessage answer, Holding holding)
			throws IOException {
		try {
			Gift gift = receive(neighbour, answer);
			holding.hold(gift);
			neighbour.send(Message.TAKEN.bytes(""), null);
			return gift;
		}
		catch (IOException ex) {
			throw new IOException(who + " serves the mount, which was not handed over: " + ex.getMessage(), ex);
		}
	}

	private static Gift receive(LocalSocket neighbour, DescriptorMessage answer) throws IOException {
		boolean helped = Message.HELPER.is(answer);
		Integer helper = helped ? answer.descriptor() : null;
		Integer device = null;
		try {
			DescriptorMessage last = helped ? neighbour.receive(WRITING) : answer;
			device = (last != null && Message.DEVICE.is(last)) ? last.descriptor() : null;
		}
		finally {
			if (device == null) {
				MountDescriptors.close(helper);
			}
		}
		if (device == null || helped && helper == null) {
			MountDescriptors.close(device);
			throw new IOException("No descriptor has come");
		}
		return new Gift(new MountDescriptors(device, helper, null), neighbour);
	}

	/**
	 * Holds a gift before the neighbour lets go of it.
	 */
	@FunctionalInterface
	public interface Holding {

		/**
		 * Takes the descriptors, or closes them.
		 * @throws IOException if the mount cannot be taken over, in words
		 */
		void hold(Gift gift) throws IOException;

	}

}
