package io.fusemount.data.jpa.tree;

import java.util.stream.Stream;

import io.fusemount.core.node.Origin;
import io.fusemount.data.jpa.mapping.FolderMapping;

/**
 * The origins of the directories and files below a point of a path.
 *
 * @param root the point
 */
record Origins(Shape root) {

	Stream<Origin> all() {
		return of(this.root);
	}

	private Stream<Origin> of(Shape shape) {
		Level level = shape.level();
		Stream<Origin> files = shape.files()
			.stream()
			.map((it) -> it.source().origin(below(it.source().mapping().path())));
		Stream<Origin> fixed = shape.fixed().values().stream().flatMap(this::of);
		Stream<Origin> deeper = (level != null && level.below() != shape) ? of(level.below()) : Stream.empty();
		return Stream.of(directories(shape), files, fixed, deeper).flatMap((it) -> it);
	}

	/** Returns the origin of a repository whose directories are at this point. */
	private Stream<Origin> directories(Shape shape) {
		FolderMapping mapping = (shape.level() instanceof RowsLevel rows && rows.isOwnPlace()) ? rows.source().mapping()
				: null;
		return (mapping != null && shape.level() instanceof RowsLevel rows)
				? Stream.ofNullable(rows.source().origin(below(mapping.template().toString()))) : Stream.empty();
	}

	private String below(String path) {
		return path.equals(this.root.path()) ? "" : path.substring(this.root.path().length() + 1);
	}

}
