package io.fusemount.transport.linux.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import io.fusemount.conformance.memory.Access;
import io.fusemount.conformance.memory.GuardedDirectory;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.memory.Rights;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ValidityTests {

	private static final long HOUR = Duration.ofHours(1).toNanos();

	private NodeFileSystem fileSystem;

	private Validity several;

	private Validity one;

	@BeforeEach
	void open(@TempDir Path spool) throws IOException {
		InMemoryDirectory open = new InMemoryDirectory("open");
		InMemoryDirectory guarded = new InMemoryDirectory("guarded");
		open.application().put("file", "text");
		guarded.application().put("file", "text");
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("open", open, "guarded", new GuardedDirectory(guarded, new Everything())),
						Instant.now()),
				new FileSystemSettings(0, 0, 0022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 10_000,
						ScratchSettings.defaults()),
				FileSystemSpool.open(spool), new OperationListener() {
				});
		this.several = new Validity(this.fileSystem.coherence(), true);
		this.one = new Validity(this.fileSystem.coherence(), false);
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	@Test
	void namesThatAreNotThoseOfAllUsersAreNotKept() {
		assertThat(this.several.ofName(place("/guarded/file"), found("/guarded/file"))).isZero();
		assertThat(this.one.ofName(place("/guarded/file"), found("/guarded/file"))).isBetween(1L, HOUR);
		assertThat(this.several.ofName(place("/open/file"), found("/open/file"))).isBetween(1L, HOUR);
	}

	/** Which are the same to all who find it. */
	@Test
	void attributesOfAFileLastUntilItsNameIsLookedUpForTheNextUser() {
		assertThat(this.several.ofAttributes(place("/guarded/file"), found("/guarded/file")))
			.isEqualTo(Validity.MOMENT);
		assertThat(this.several.ofAttributes(place("/open/file"), found("/open/file"))).isGreaterThan(Validity.MOMENT);
	}

	/** A program that is in a directory sees them without a name that is looked up. */
	@Test
	void attributesOfADirectoryInWhichUsersDoNotSeeTheSameAreNotKept() {
		assertThat(this.several.ofAttributes(place("/guarded"), found("/guarded"))).isZero();
		assertThat(this.several.ofRoot(found("/guarded"))).isZero();
		assertThat(this.one.ofAttributes(place("/guarded"), found("/guarded"))).isBetween(1L, HOUR);
		assertThat(this.several.ofAttributes(place("/open"), found("/open"))).isBetween(1L, HOUR);
	}

	private Place place(String path) {
		return this.fileSystem.locate(path);
	}

	private Node found(String path) {
		Place place = place(path);
		Directory directory = place.directory();
		return Objects.requireNonNull(this.fileSystem.lookup(directory, place.name()));
	}

	private static final class Everything implements Rights {

		@Override
		public Object audience(int uid) {
			return uid;
		}

		@Override
		public Access of(Object audience, NodeKey row) {
			return Access.WRITE;
		}

		@Override
		public void creating(@Nullable Object audience, NodeKey row, Name name) {
			// Everybody has everything.
		}

	}

}
