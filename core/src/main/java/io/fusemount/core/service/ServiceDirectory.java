package io.fusemount.core.service;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.failure.Failures;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.LiveDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.TextContent;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.unsaved.UnsavedCopies;
import org.jspecify.annotations.Nullable;

/**
 * The mount's service directory: {@code status} has the state of the mount, {@code
 * errors} the failures, and {@code unsaved} the bytes that could not be stored. Each user
 * finds their own entries there; root and the owner of the mount find all of them.
 */
public final class ServiceDirectory implements LiveDirectory {

	static final String SPACE = "service";

	private static final Name ERRORS = new Name("errors");

	private static final Name STATUS = new Name("status");

	private static final Name UNSAVED = new Name("unsaved");

	private final NodeKey key = new NodeKey(SPACE, "/");

	private final ServiceStatus status;

	private final Failures failures;

	private final int owner;

	private final UnsavedDirectory unsaved;

	private final Attributes attributes;

	/**
	 * Creates the directory.
	 * @param owner the user who owns the files of the mount
	 * @param created the creation time that the directory shows
	 */
	public ServiceDirectory(ServiceStatus status, Failures failures, UnsavedCopies unsaved, int owner,
			Instant created) {
		this.status = status;
		this.failures = failures;
		this.owner = owner;
		this.unsaved = new UnsavedDirectory(unsaved, owner, created);
		this.attributes = Attributes.directory(created, false);
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
		if (name.equals(ERRORS)) {
			return errors();
		}
		if (name.equals(STATUS)) {
			return status();
		}
		return name.equals(UNSAVED) ? this.unsaved : null;
	}

	private ErrorsFile errors() {
		return new ErrorsFile(this.failures.text(Viewer.current(this.owner)));
	}

	private StatusFile status() {
		return new StatusFile(TextContent.of(this.status.text(Viewer.current(this.owner))), Instant.now());
	}

	/**
	 * A listing computes no status, because the status is that of the moment of its
	 * lookup.
	 */
	@Override
	public DirectoryPage list(@Nullable String position) {
		return new DirectoryPage(List.of(new DirectoryEntry(ERRORS, errors()),
				new DirectoryEntry(STATUS, StatusFile.unread()), new DirectoryEntry(UNSAVED, this.unsaved)), null);
	}

}
