package io.fusemount.core.unsaved;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;

import org.jspecify.annotations.Nullable;

/**
 * The number of bytes written to a file, not counting its holes. It is recorded in an
 * extended attribute, because Java does not report the disk usage of a file. If the disk
 * has no such attributes, or nothing is recorded, holes count as well.
 */
final class DiskBytes {

	private static final String ATTRIBUTE = "fusemount.bytes";

	/** A long in decimal. */
	private static final int MAX_LENGTH = 20;

	private DiskBytes() {
	}

	static void note(Path file, long bytes) {
		UserDefinedFileAttributeView view = view(file);
		try {
			if (view != null) {
				view.write(ATTRIBUTE, StandardCharsets.US_ASCII.encode(Long.toString(bytes)));
			}
		}
		catch (IOException | UnsupportedOperationException ex) {
			// Without the attribute, the holes count as well.
		}
	}

	/** Returns the recorded number, limited to the length of the file. */
	static long of(Path file, long length) {
		UserDefinedFileAttributeView view = view(file);
		try {
			if (view != null) {
				ByteBuffer value = ByteBuffer.allocate(MAX_LENGTH);
				view.read(ATTRIBUTE, value);
				return Math.min(length, Long.parseLong(StandardCharsets.US_ASCII.decode(value.flip()).toString()));
			}
		}
		catch (IOException | UnsupportedOperationException | NumberFormatException ex) {
			// Nothing is recorded.
		}
		return length;
	}

	private static @Nullable UserDefinedFileAttributeView view(Path file) {
		return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
	}

}
