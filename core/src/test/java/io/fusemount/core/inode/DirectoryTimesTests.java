package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When names of directories changed last.
 */
class DirectoryTimesTests {

	private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");

	private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

	private static final NodeKey ROW = new NodeKey("Invoice", "7");

	private final DirectoryTimes times = new DirectoryTimes(Clock.fixed(NOW, ZoneOffset.UTC));

	private record Folder(int id) implements Directory {

		@Override
		public NodeKey key() {
			return new NodeKey("Folder", Integer.toString(this.id));
		}

		@Override
		public Attributes attributes() {
			return Attributes.directory(BEFORE, true);
		}

		@Override
		public @Nullable Node find(Name name) {
			return null;
		}

		@Override
		public DirectoryPage list(@Nullable String position) {
			throw new UnsupportedOperationException();
		}

	}

	@Test
	void whatCannotBeToldMovesTheTimeOfEveryDirectoryThatIsKnown() {
		Folder looked = new Folder(1);
		this.times.found(looked, ROW);
		this.times.changeAll();
		assertThat(this.times.modified(looked)).isEqualTo(NOW);
		assertThat(this.times.modified(new Folder(2))).isEqualTo(BEFORE);
	}

	@Test
	void eachChangeMovesTheTime() {
		Folder folder = new Folder(1);
		assertThat(this.times.modified(folder)).isEqualTo(BEFORE);
		this.times.change(folder.key());
		assertThat(this.times.modified(folder)).isEqualTo(NOW);
		this.times.change(folder.key());
		assertThat(this.times.modified(folder)).isAfter(NOW);
	}

	@Test
	void whatChangesSomewhereMovesTheTimesOfDirectoriesThatHadNodesOfItsKindOrNone() {
		Folder invoices = new Folder(1);
		Folder letters = new Folder(2);
		Folder empty = new Folder(3);
		Folder unseen = new Folder(4);
		this.times.found(invoices, ROW);
		this.times.found(letters, new NodeKey("Letter", "7"));
		this.times.list(empty, BEFORE, 0);
		this.times.changeByOthers(ROW, null);
		assertThat(this.times.modified(invoices)).isEqualTo(NOW);
		assertThat(this.times.modified(letters)).isEqualTo(BEFORE);
		assertThat(this.times.modified(empty)).isEqualTo(NOW);
		assertThat(this.times.modified(unseen)).isEqualTo(BEFORE);
	}

	@Test
	void ofManyDirectoriesThoseAreKnownThatWereLookedAtLast() {
		Folder first = new Folder(0);
		for (int i = 0; i <= DirectoryTimes.MAX_DIRECTORIES; i++) {
			this.times.change(new Folder(i).key());
			this.times.modified(first);
		}
		assertThat(this.times.modified(first)).isEqualTo(NOW);
		assertThat(this.times.modified(new Folder(1))).as("the time that its source tells").isEqualTo(BEFORE);
		assertThat(this.times.modified(new Folder(2))).isEqualTo(NOW);
	}

}
