package io.fusemount.transport.device.neighbour;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.fusemount.transport.device.libc.DescriptorMessage;
import org.jspecify.annotations.Nullable;

/**
 * The messages that follow a request: a letter, and text.
 */
enum Message {

	/** The mount stays where it is. The text says why. */
	REFUSED,

	/** The socket of the helper, if the mount has one, before its device. */
	HELPER,

	/** The open device. */
	DEVICE,

	/** The other process has the descriptors. */
	TAKEN,

	/** What the other process writes down, until it keeps the mount or gives it back. */
	MEMORY,

	/** The other process has the mount for good. */
	KEPT,

	/** The other process has left the mount again. */
	BACK;

	byte[] bytes(String text) {
		return ((char) ('A' + ordinal()) + text).getBytes(StandardCharsets.UTF_8);
	}

	/** Whether a received message is this one. */
	boolean is(@Nullable DescriptorMessage message) {
		return message != null && message.bytes()[0] == 'A' + ordinal();
	}

	/** Returns the text of a received message. */
	static String text(DescriptorMessage message) {
		byte[] bytes = message.bytes();
		return new String(Arrays.copyOfRange(bytes, 1, bytes.length), StandardCharsets.UTF_8);
	}

}
