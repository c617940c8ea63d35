package io.fusemount.bench.micro;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A directory that has a file for every name, found without a database.
 */
final class Shelf implements Directory {

	private static final String SPACE = "micro";

	@Override
	public NodeKey key() {
		return new NodeKey(SPACE, "shelf");
	}

	@Override
	public Attributes attributes() {
		return Attributes.directory(Instant.EPOCH, false);
	}

	@Override
	public Node find(Name name) {
		return new Book(name);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		return new DirectoryPage(List.of(), null);
	}

	/** An empty file of the shelf. */
	private record Book(Name name) implements RegularFile {

		@Override
		public NodeKey key() {
			return new NodeKey(SPACE, this.name.value());
		}

		@Override
		public Attributes attributes() {
			return new Attributes(0, Instant.EPOCH, Instant.EPOCH, false);
		}

		@Override
		public Content content() {
			return (position, target) -> 0;
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return equals(other);
		}

	}

}
