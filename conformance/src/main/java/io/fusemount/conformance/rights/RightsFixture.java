package io.fusemount.conformance.rights;

import java.util.function.Supplier;

import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * A filesystem to be tested, in whose directory users see different rows.
 *
 * @param files the filesystem, with an empty directory; a page of its listing has fewer
 * than ten rows
 * @param rows the application that owns the rows
 * @param directories whether the directory under test can have directories, which have
 * owners too
 * @param colleagues whether the colleague of the clerk has an audience equal to the
 * clerk's
 * @param reopen closes the filesystem and opens it again with the same local files, as a
 * restart does
 */
public record RightsFixture(VfsFixture files, OwnedRows rows, boolean directories, boolean colleagues,
		Supplier<VirtualFileSystem> reopen) implements AutoCloseable {

	@Override
	public void close() {
		this.files.close();
	}

}
