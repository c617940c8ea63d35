package io.fusemount.core.node;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * A directory without entries.
 */
public class EmptyDirectory implements Directory {

	@Override
	public NodeKey key() {
		return new NodeKey("test", "empty");
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
