package io.fusemount.core.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.supervision.UnsavedCopy;
import io.fusemount.core.supervision.UnsavedListing;
import io.fusemount.core.unsaved.UnsavedCopies;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that could not be stored, as files that can be read, moved elsewhere and
 * deleted.
 */
final class UnsavedDirectory implements LiveDirectory {

	private final NodeKey key = new NodeKey(ServiceDirectory.SPACE, "unsaved");

	private final UnsavedCopies copies;

	private final int owner;

	/** Entries can be removed from the directory, so its mode bits allow writing. */
	private final Attributes attributes;

	UnsavedDirectory(UnsavedCopies copies, int owner, Instant created) {
		this.copies = copies;
		this.owner = owner;
		this.attributes = Attributes.directory(created, true);
	}

	@Override
	public NodeKey key() {
		return this.key;
	}

	@Override
	public Attributes attributes() {
		return this.attributes;
	}

	@Override
	public @Nullable Node find(Name name) {
		try {
			UnsavedCopy copy = this.copies.find(name.value(), Viewer.current(this.owner));
			return (copy != null) ? new UnsavedFile(copy) : null;
		}
		catch (IOException ex) {
			throw unreadable(ex);
		}
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		List<DirectoryEntry> entries = new ArrayList<>();
		Viewer viewer = Viewer.current(this.owner);
		try {
			for (UnsavedCopy copy : this.copies.list()) {
				Name name = NameCodec.encode(copy.name());
				if (viewer.sees(copy.user()) && name != null && name.value().equals(copy.name())) {
					entries.add(new DirectoryEntry(name, new UnsavedFile(copy)));
				}
			}
		}
		catch (IOException ex) {
			throw unreadable(ex);
		}
		return new DirectoryPage(entries, null);
	}

	/** The path on the server is for the log only. */
	private ErrnoException unreadable(IOException failure) {
		return new ErrnoException(Errno.EIO, "The unsaved files cannot be listed",
				"Make sure that the service can read the directory %s: %s".formatted(this.copies.directory(),
						new UnsavedListing(List.of(), failure).reason()),
				failure);
	}

	@Override
	public boolean canDelete() {
		return true;
	}

	@Override
	public void delete(RegularFile file) {
		try {
			this.copies.delete(((UnsavedFile) file).copy());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
