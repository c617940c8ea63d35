package io.fusemount.core.errno;

import java.io.IOException;

/**
 * The texts of libc in exceptions of the JDK, which has no types of its own for them.
 */
enum LibcText {

	NO_SPACE("No space left on device"),

	NO_DESCRIPTOR("Too many open files");

	private final String text;

	LibcText(String text) {
		this.text = text;
	}

	boolean isIn(Throwable cause) {
		return cause instanceof IOException && String.valueOf(cause.getMessage()).contains(this.text);
	}

}
