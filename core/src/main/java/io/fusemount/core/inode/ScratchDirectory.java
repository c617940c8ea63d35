package io.fusemount.core.inode;

import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A directory that programs have created for their own purposes: it has no row, and stays
 * local with everything that is created in it.
 */
public final class ScratchDirectory implements Directory {

	private final NodeKey key;

	private final Attributes attributes;

	/** An empty file of the spool, whose label tells a later process of the directory. */
	private final SpooledContent mark;

	private final Maker maker;

	private volatile @Nullable Directory in;

	private volatile Ownership ownership;

	/**
	 * Creates a directory that has no place yet.
	 * @param key stays the same after a restart
	 * @param mark belongs to it from now on
	 */
	public ScratchDirectory(NodeKey key, Instant created, SpooledContent mark, Maker maker, Ownership ownership) {
		this.key = key;
		this.ownership = ownership;
		this.maker = maker;
		this.attributes = Attributes.directory(created, true);
		this.mark = mark;
	}

	/**
	 * Lets a later process find it at a place.
	 */
	public void label(Place at) {
		this.mark.label(SpoolLabel.of(SpoolLabel.Kind.DIRECTORY, at, this.key, this.ownership));
		this.mark.park(this.attributes.created());
	}

	/**
	 * Lets nobody find it any more.
	 */
	public void discard() {
		this.mark.discard();
	}

	Maker maker() {
		return this.maker;
	}

	/** Its files may be moved to the directory that contains it. */
	void in(@Nullable Directory parent) {
		this.in = parent;
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
	public Ownership ownership() {
		return this.ownership;
	}

	@Override
	public Set<Ownership.Part> keeps() {
		return keepsOfNew(true);
	}

	@Override
	public Set<Ownership.Part> keepsOfNew(boolean directories) {
		Directory parent = this.in;
		return (parent != null) ? parent.keepsOfNew(directories) : Set.of();
	}

	@Override
	public Directory update(Ownership changes, AttributeValues attributes) {
		this.ownership = this.ownership.with(changes);
		return this;
	}

	@Override
	public @Nullable Node find(Name name) {
		return null;
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		return new DirectoryPage(List.of(), null);
	}

	@Override
	public Instant keptTime(Instant modified) {
		Directory parent = this.in;
		return (parent != null) ? parent.keptTime(modified) : modified;
	}

	@Override
	public Instant keptBirth(Instant created, Instant modified) {
		Directory parent = this.in;
		return (parent != null) ? parent.keptBirth(created, modified) : created;
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
