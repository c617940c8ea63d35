package io.fusemount.bench.server;

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
 * The two nodes of the {@link OneFileSystem}, without any behaviour.
 */
final class OneFileNodes {

	private OneFileNodes() {
	}

	/** The directory. */
	static final class Root implements Directory {

		@Override
		public NodeKey key() {
			return new NodeKey("bench", "root");
		}

		@Override
		public Attributes attributes() {
			return Attributes.directory(Instant.EPOCH, false);
		}

		@Override
		public @Nullable Node find(Name name) {
			return null;
		}

		@Override
		public DirectoryPage list(@Nullable String position) {
			return new DirectoryPage(List.of(), null);
		}

	}

	/** The file. */
	static final class File implements RegularFile {

		private final String name;

		private final long size;

		File(String name, long size) {
			this.name = name;
			this.size = size;
		}

		@Override
		public NodeKey key() {
			return new NodeKey("bench", this.name);
		}

		@Override
		public Attributes attributes() {
			return new Attributes(this.size, Instant.EPOCH, Instant.EPOCH, false);
		}

		@Override
		public Content content() {
			return (position, target) -> 0;
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return other == this;
		}

	}

}
