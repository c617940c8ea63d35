package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.directory.TakenNames;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * A directory for each value of a property in the rows of an entity.
 */
final class ValuesLevel implements Level {

	private final DirectorySegment.Values segment;

	private final LevelRows rows;

	private final Shape below;

	private final ValueQueries queries;

	private final ValueNames names;

	/**
	 * Creates the level.
	 * @param segment the property of the rows' entity
	 */
	ValuesLevel(DirectorySegment.Values segment, LevelRows rows, Shape below) {
		this.segment = segment;
		this.rows = rows;
		this.below = below;
		this.queries = new ValueQueries(rows.binder().rows().entity(), segment.path(), segment.text().isText());
		this.names = new ValueNames(segment.text());
	}

	@Override
	public Shape below() {
		return this.below;
	}

	@Override
	public boolean isForFiles() {
		return true;
	}

	@Override
	public Stream<RowRights> rights() {
		return this.rows.readers().rights();
	}

	private TreeDirectory child(TreeDirectory in, Name name, Object value) {
		return in.child(this.below, name, new Step.Value(value));
	}

	@Override
	public @Nullable TreeDirectory find(TreeDirectory in, Name name) {
		if (in.made().find(name) instanceof Step.Value made) {
			return child(in, name, made.value());
		}
		if (this.names.isHashed(name)) {
			return scan(in, name);
		}
		Object value = this.names.value(name);
		return (value != null && exists(this.rows.readable(in), value)) ? child(in, name, value) : null;
	}

	private boolean exists(Scope scope, Object value) {
		return this.rows.access()
			.look((entityManager) -> this.queries.find(entityManager, scope, List.of(value)))
			.contains(value);
	}

	private @Nullable TreeDirectory scan(TreeDirectory in, Name name) {
		String position = null;
		do {
			DirectoryPage page = list(in, position);
			for (DirectoryEntry entry : page.entries()) {
				if (entry.name().equals(name)) {
					return (TreeDirectory) entry.node();
				}
			}
			position = page.next();
		}
		while (position != null);
		return null;
	}

	@Override
	public @Nullable TreeDirectory find(TreeDirectory in, String text) {
		Object value = this.segment.text().parse(text);
		return (value != null) ? find(in, this.names.name(value)) : null;
	}

	@Override
	public String text(Step step) {
		return (step instanceof Step.Value value) ? this.segment.text().format(value.value()) : "";
	}

	@Override
	public DirectoryPage list(TreeDirectory in, @Nullable String position) {
		Object last = (position != null) ? this.segment.text().parse(position) : null;
		Scope scope = this.rows.readable(in);
		int size = this.rows.pageSize();
		// One more than a page holds shows whether there is a next page.
		List<Object> values = this.rows.access()
			.read((entityManager) -> this.queries.page(entityManager, scope, last, size + 1));
		boolean more = values.size() > size;
		List<DirectoryEntry> entries = new ArrayList<>();
		(more ? values.subList(0, size) : values).forEach((value) -> {
			Name name = this.names.name(value);
			entries.add(new DirectoryEntry(name, child(in, name, value)));
		});
		if (!more) {
			addMade(in, scope, entries);
		}
		return new DirectoryPage(entries, more ? this.segment.text().format(values.get(size - 1)) : null);
	}

	/** Adds the remembered directories, except those whose value rows have meanwhile. */
	private void addMade(TreeDirectory in, Scope scope, List<DirectoryEntry> entries) {
		for (Map.Entry<Name, Step> made : in.made().all()) {
			if (made.getValue() instanceof Step.Value value && !exists(scope, value.value())) {
				entries.add(new DirectoryEntry(made.getKey(), child(in, made.getKey(), value.value())));
			}
		}
	}

	@Override
	public Occupants occupants(TreeDirectory in) {
		return this.rows.occupants(in, this.segment.path());
	}

	@Override
	public TakenNames names(TreeDirectory in) {
		MadeHere made = in.made();
		return (entityManager, names) -> {
			Set<Name> taken = new HashSet<>();
			List<Object> values = new ArrayList<>();
			for (Name name : names) {
				Object value = this.names.value(name);
				if (made.find(name) != null) {
					taken.add(name);
				}
				else if (value != null) {
					values.add(value);
				}
			}
			taken.addAll(existing(entityManager, in, values));
			taken.retainAll(names);
			return taken;
		};
	}

	private List<Name> existing(EntityManager entityManager, TreeDirectory in, List<Object> values) {
		return values.isEmpty() ? List.of()
				: this.queries.find(entityManager, this.rows.in(in), values).stream().map(this.names::name).toList();
	}

	private boolean isSettable() {
		return this.below.allFiles()
			.anyMatch((files) -> files.isWritable() && files.source()
				.mapping()
				.told()
				.anyMatch((path) -> path.isOwn() && path.property().isWritable()
						&& path.name().equals(this.segment.path().name())));
	}

	@Override
	public @Nullable String refusal() {
		return isSettable() ? null
				: "they are values of " + this.rows.binder().rows().entity() + "." + this.segment.path() + ", which "
						+ (this.below.allFiles().anyMatch(TreeFiles::isWritable) ? "files here do not set"
								: "read-only files have");
	}

	@Override
	public TreeDirectory create(TreeDirectory in, Name name, Ownership initial) {
		Object value = requireValue(name);
		in.made().make(name, new Step.Value(value));
		return child(in, name, value);
	}

	private Object requireValue(Name name) {
		Object value = this.names.value(name);
		if (value == null) {
			throw new ErrnoException(Errno.EINVAL, "'" + name + "' is no value of " + this.rows.binder().rows().entity()
					+ "." + this.segment.path() + " (" + this.segment.text().type().getSimpleName() + ")");
		}
		if (this.segment.column() != null) {
			this.segment.column()
				.require(this.segment.text().format(value),
						this.rows.binder().rows().entity() + "." + this.segment.path());
		}
		return value;
	}

	@Override
	public void delete(TreeDirectory in, TreeDirectory directory) {
		if (!directory.isEmpty()) {
			throw new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + directory.name());
		}
		in.made().forget(directory.name());
	}

	@Override
	public boolean takes(TreeDirectory directory) {
		TreeDirectory parent = directory.parent();
		return parent != null && parent.shape().level() == this;
	}

	/**
	 * Renames a directory without rows: a value that rows have is changed only with each
	 * row.
	 */
	@Override
	public TreeDirectory rename(TreeDirectory in, TreeDirectory source, Name target, @Nullable TreeDirectory replaced) {
		Object value = requireValue(target);
		TreeDirectory from = Objects.requireNonNull(source.parent());
		if (exists(this.rows.in(from), ((Step.Value) source.step()).value())) {
			throw new ErrnoException(Errno.EPERM, "'" + source.name() + "' is a value that rows have",
					"Make another directory, and move the files", null);
		}
		in.made().make(target, new Step.Value(value));
		from.made().forget(source.name());
		return child(in, target, value);
	}

}
