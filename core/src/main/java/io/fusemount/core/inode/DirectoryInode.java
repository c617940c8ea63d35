package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * A directory: the names in it, as far as they are known, its time, and the pages of its
 * listing.
 */
public final class DirectoryInode extends Inode {

	private static final int MAX_AUDIENCES = 100;

	private final NodeKey key;

	volatile Directory directory;

	/** Names that differ to programs; nearly always there are none, or few. */
	final Map<Name, NameView> views = new HashMap<>(0);

	/** What was found, the longest known first. */
	final LinkedHashMap<Name, Found> found = new LinkedHashMap<>(0);

	/** Names under which nothing was found; apart, because any news drops them all. */
	final LinkedHashMap<Name, Found> absent = new LinkedHashMap<>(0);

	final NamesTogether together = new NamesTogether(this.found);

	final DirectoryTimes times = new DirectoryTimes();

	/**
	 * Where not all callers see the same: what each audience has seen, the one that was
	 * asked for last at the end.
	 */
	private final LinkedHashMap<Object, DirectoryTimes> timesByAudience = new LinkedHashMap<>(0, 0.75f, true);

	final Map<String, KnownPage> pages = new HashMap<>(0);

	/** The number of the last change of a name that is not remembered any more. */
	long lostAt;

	UserLimit.@Nullable Share share;

	DirectoryInode(NodeKey key, Directory directory) {
		super((directory instanceof ScratchDirectory scratch) ? scratch.maker() : null);
		this.key = key;
		this.directory = directory;
	}

	@Override
	public NodeKey key() {
		return this.key;
	}

	@Override
	public Directory node() {
		return this.directory;
	}

	/**
	 * Returns the times that an audience has seen, {@code null} if it has seen nothing
	 * yet.
	 * @param audience {@code null} for all callers
	 */
	@Nullable DirectoryTimes seenTimes(@Nullable Object audience) {
		return (audience != null) ? this.timesByAudience.get(audience) : this.times;
	}

	/** Returns the times that an audience sees, {@code null} for all callers. */
	DirectoryTimes times(@Nullable Object audience) {
		if (audience == null) {
			return this.times;
		}
		DirectoryTimes own = this.timesByAudience.computeIfAbsent(audience, (key) -> new DirectoryTimes());
		if (this.timesByAudience.size() > MAX_AUDIENCES) {
			this.timesByAudience.remove(this.timesByAudience.keySet().iterator().next());
		}
		return own;
	}

	/** Whether nothing is known of it that its source does not tell. */
	boolean isIdle() {
		return this.views.isEmpty() && this.share == null;
	}

	NameView view(Name name) {
		return this.views.computeIfAbsent(name, (key) -> new NameView());
	}

	void tidy(Name name) {
		NameView view = this.views.get(name);
		if (view != null && view.isEmpty()) {
			this.views.remove(name);
		}
	}

	/** Returns the files that are stored in it and shown elsewhere, or nowhere. */
	List<Pending> away() {
		List<Pending> away = new ArrayList<>(0);
		for (NameView view : this.views.values()) {
			FileInode file = view.away;
			Detour detour = (file != null) ? file.detour : null;
			if (file != null && detour != null) {
				away.add(new Pending(file, detour));
			}
		}
		return away;
	}

}
