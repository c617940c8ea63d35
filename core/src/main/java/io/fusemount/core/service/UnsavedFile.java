package io.fusemount.core.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.supervision.UnsavedCopy;

/**
 * Bytes that could not be stored, as a file.
 *
 * @param copy the bytes
 */
record UnsavedFile(UnsavedCopy copy) implements RegularFile {

	private static final String SPACE = "unsaved";

	@Override
	public NodeKey key() {
		return new NodeKey(SPACE, Integer.toUnsignedString(this.copy.user()) + "/" + this.copy.name());
	}

	@Override
	public Attributes attributes() {
		return new Attributes(this.copy.size(), this.copy.kept(), this.copy.modified(), false);
	}

	@Override
	public Content content() {
		return this::read;
	}

	private int read(long position, ByteBuffer target) {
		try (FileChannel channel = FileChannel.open(this.copy.path(), StandardOpenOption.READ)) {
			int start = target.position();
			while (target.hasRemaining() && channel.read(target, position + target.position() - start) > 0) {
				// The channel may read less than requested.
			}
			return target.position() - start;
		}
		catch (NoSuchFileException ex) {
			throw new ErrnoException(Errno.ESTALE, "The copy has been deleted in the meantime", ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof UnsavedFile file && file.copy.equals(this.copy);
	}

}
