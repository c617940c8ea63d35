package io.fusemount.transport.device.neighbour;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;

import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Succession;
import io.fusemount.transport.device.Offer;
import io.fusemount.transport.device.libc.DescriptorMessage;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.mount.KernelMount;
import org.jspecify.annotations.Nullable;

/**
 * A socket in the spool of a mount, by which another process of the application asks for
 * the mount.
 */
public final class SocketOffer implements Offer {

	private static final Duration AT_ONCE = Duration.ofSeconds(10);

	/** A second process starts as long as it takes. */
	private static final Duration START = Duration.ofDays(365);

	private final Path spool;

	private final MountOptions options;

	private final int device;

	private final int helper;

	private final Giver giver;

	private final LocalSocket socket;

	private final @Nullable Object file;

	/** Whether the mount is about to go: who asks now waits for the next process. */
	private volatile boolean giving;

	private volatile boolean ended;

	/** For whatever the other process does at once. */
	private final Duration patience;

	SocketOffer(Path spool, MountOptions options, int device, int helper, Giver giver, Duration patience)
			throws IOException {
		this.spool = spool;
		this.options = options;
		this.device = device;
		this.helper = helper;
		this.giver = giver;
		this.patience = patience;
		this.socket = LocalSocket.listen(spool, Neighbour.SOCKET);
		this.file = identity();
	}

	/**
	 * Creates the socket. Nobody is heard before the offer begins.
	 * @param spool the directory of the mount's spool, which this process has
	 * @throws IOException if there can be no socket, in words
	 */
	public static SocketOffer at(Path spool, MountOptions options, KernelMount mount, Giver giver) throws IOException {
		return new SocketOffer(spool, options, mount.device(), mount.socket(), giver, AT_ONCE);
	}

	private @Nullable Object identity() throws IOException {
		return Files.readAttributes(this.spool.resolve(Neighbour.SOCKET), BasicFileAttributes.class).fileKey();
	}

	@Override
	public void begin(Succession succession) {
		Thread listener = new Thread(() -> listen(succession), "fusemount-" + this.options.name() + "-takeover");
		listener.setDaemon(true);
		listener.start();
	}

	@Override
	public void end() {
		this.ended = true;
		if (!this.giving) {
			delete();
			this.socket.shutDown();
		}
	}

	/** The next process replaces the file if this one cannot delete it any more. */
	private void delete() {
		try {
			if (this.file != null && Objects.equals(this.file, identity())) {
				Files.delete(this.spool.resolve(Neighbour.SOCKET));
			}
		}
		catch (IOException ex) {
			// It is gone.
		}
	}

	private void listen(Succession succession) {
		try (this.socket) {
			boolean left = false;
			LocalSocket asking = this.socket.accept();
			while (asking != null) {
				try (LocalSocket taker = asking) {
					left = serve(taker, succession);
				}
				asking = (left || this.ended) ? null : this.socket.accept();
			}
			if (!left) {
				delete();
			}
		}
	}

	/** Returns whether the mount was left. */
	private boolean serve(LocalSocket taker, Succession succession) {
		try {
			LocalSocket.Peer peer = taker.peer();
			DescriptorMessage message = taker.receive(this.patience);
			Request request = (message != null) ? Request.read(message.bytes()) : null;
			String objection = objection(peer, request);
			if (objection == null && request != null) {
				return give(taker, peer.process(), request.timeout(), succession);
			}
			taker.send(Message.REFUSED.bytes(String.valueOf(objection)), null);
		}
		catch (IOException ex) {
			// It has not said what it wants, or does not wait for the answer.
		}
		return false;
	}

	private @Nullable String objection(LocalSocket.Peer peer, @Nullable Request request) {
		int own = Native.libc().geteuid();
		if (peer.uid() != own && peer.uid() != 0) {
			return "It runs as user %d, and the process that asks as user %d".formatted(own, peer.uid());
		}
		return (request != null) ? request.objection(Request.of(this.options, this.patience))
				: "The process that asks is of another version of the product";
	}

	/** The mount's descriptors are copied before it is left, which closes them. */
	private boolean give(LocalSocket taker, long process, Duration timeout, Succession succession) throws IOException {
		MountDescriptors copies = MountDescriptors.copy(this.device, this.helper);
		if (copies == null) {
			taker.send(Message.REFUSED.bytes("It has no file descriptor left"), null);
			return false;
		}
		String refusal = "It has failed to leave the mount";
		this.giving = true;
		try {
			refusal = succession.leave(process, timeout);
		}
		finally {
			this.giving = refusal == null;
			if (refusal != null) {
				copies.close();
				taker.send(Message.REFUSED.bytes(refusal), null);
			}
		}
		if (refusal != null) {
			return false;
		}
		MountDescriptors back = pass(taker, copies) ? awaitEnd(taker, copies) : copies;
		if (back != null) {
			// Who takes it back asks whoever listens here.
			delete();
			this.socket.shutDown();
			this.giver.takeBack(back, succession);
		}
		return true;
	}

	/** Returns whether the other process has got it, which is known for certain. */
	private boolean pass(LocalSocket taker, MountDescriptors copies) {
		boolean taken = false;
		try {
			if (copies.helper() != null) {
				taker.send(Message.HELPER.bytes(""), copies.helper());
			}
			taker.send(Message.DEVICE.bytes(""), copies.device());
			taken = isTaken(taker);
		}
		catch (IOException ex) {
			// It has ended.
		}
		if (taken) {
			this.giver.given();
		}
		return taken;
	}

	private boolean isTaken(LocalSocket taker) throws SocketTimeoutException {
		try {
			return Message.TAKEN.is(taker.receive(this.patience));
		}
		catch (SocketTimeoutException ex) {
			// What it sends from now on fails, and it gives up.
			taker.shutDown();
			return Message.TAKEN.is(taker.receive(Duration.ZERO));
		}
	}

	/**
	 * Returns what comes back, {@code null} if the other process keeps the mount. One
	 * that gives it back has left notes, which count more than what it has written down.
	 */
	private static @Nullable MountDescriptors awaitEnd(LocalSocket taker, MountDescriptors copies) {
		MountDescriptors had = copies;
		try {
			DescriptorMessage message = taker.receive(START);
			while (message != null && Message.MEMORY.is(message)) {
				had = had.withMemory(message.descriptor());
				message = taker.receive(START);
			}
			if (message == null) {
				return had;
			}
			if (Message.BACK.is(message)) {
				return had.withMemory(null);
			}
		}
		catch (SocketTimeoutException ex) {
			// It has started long ago.
		}
		had.close();
		return null;
	}

}
