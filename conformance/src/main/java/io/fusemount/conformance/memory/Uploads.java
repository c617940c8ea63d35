package io.fusemount.conformance.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;

/**
 * Reads the content that a filesystem stores, and checks that it is what it says.
 */
final class Uploads {

	private Uploads() {
	}

	static byte[] whole(ContentSource source) {
		try (InputStream stream = source.openStream()) {
			byte[] content = stream.readAllBytes();
			if (content.length != source.size()) {
				throw new IllegalStateException(
						"A source of " + source.size() + " bytes delivered " + content.length + " of them");
			}
			return content;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static byte[] patched(byte[] known, ContentPatch patch) {
		byte[] content = Arrays.copyOf(Arrays.copyOf(known, (int) patch.kept()), (int) patch.size());
		for (ByteRange range : patch.changed()) {
			ByteBuffer target = ByteBuffer.wrap(content, (int) range.start(), (int) range.length());
			if (patch.read(range.start(), target) != range.length()) {
				throw new IllegalStateException("A patch ended within " + range);
			}
		}
		return content;
	}

}
