package io.fusemount.conformance.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Files of a local disk, called rows: the name is the identity, and backups do not count.
 */
final class LocalRows implements ObservedRows {

	private final Path directory;

	LocalRows(Path directory) {
		this.directory = directory;
	}

	@Override
	public @Nullable Object id(String name) {
		return Files.exists(this.directory.resolve(name)) ? name : null;
	}

	@Override
	public byte @Nullable [] content(String name) {
		try {
			return Files.readAllBytes(this.directory.resolve(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public List<String> names() {
		try (var files = Files.list(this.directory)) {
			return files.map((file) -> file.getFileName().toString())
				.filter((name) -> !name.endsWith("~") && !name.startsWith("._") && !name.equals(".DS_Store"))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Set<String> stored() {
		return Set.of();
	}

	@Override
	public long commits() {
		return 0;
	}

	@Override
	public void forget() {
		// Nothing is recorded.
	}

}
