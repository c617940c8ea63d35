package io.fusemount.core.inode;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A directory that programs have made for their own purposes: it, and all that they make
 * in it, stays local. Nothing of it is stored; what it holds are names of
 * {@link NameTable} only.
 */
public final class ScratchDirectory implements Directory {

	private final NodeKey key;

	private final Attributes attributes;

	/** An empty file of the spool, whose label tells a later process of the directory. */
	private final SpooledContent mark;

	/** Where it is, {@code null} if it is not; guarded by {@link NameTable}. */
	@Nullable volatile Place place;

	/** Guarded by {@link NameTable}. */
	UserLimit.@Nullable Share share;

	/**
	 * Creates a directory that is nowhere yet.
	 * @param key stays the same after a restart
	 * @param mark belongs to it from then on
	 */
	public ScratchDirectory(NodeKey key, Instant created, SpooledContent mark) {
		this.key = key;
		this.attributes = Attributes.directory(created, true);
		this.mark = mark;
	}

	/**
	 * Lets a process that comes later find it at a place.
	 */
	public void label(Place at) {
		this.mark.label(new SpoolLabel(SpoolLabel.Kind.DIRECTORY, at.directory().key(), at.name(), this.key,
				Caller.currentUser()));
		this.mark.park(this.attributes.created());
	}

	/**
	 * Lets nobody find it any more.
	 */
	public void discard() {
		this.mark.discard();
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
		return null;
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		return new DirectoryPage(List.of(), null);
	}

	/** Its files may be moved to the directory in which it is. */
	@Override
	public Instant keptTime(Instant modified) {
		Place in = this.place;
		return (in != null) ? in.directory().keptTime(modified) : modified;
	}

	@Override
	public Instant keptBirth(Instant created, Instant modified) {
		Place in = this.place;
		return (in != null) ? in.directory().keptBirth(created, modified) : created;
	}

	@Override
	public boolean canCreate() {
		return true;
	}

	@Override
	public boolean canDelete() {
		return true;
	}

	@Override
	public boolean canCreateDirectories() {
		return true;
	}

}
