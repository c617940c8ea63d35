package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CurrentContentTests extends RevisionFixture {

	private static final int MAX = 100;

	@Test
	void whatIsStoredIsSeenUntilTheFirstChange() {
		CurrentContent content = CurrentContent.of(this.spool, this.cache, new Version("stored"));
		assertThat(content.unchanged()).isNotNull();
		assertThat(read(content)).isEqualTo("stored");
		assertThat(content.local()).isNull();
		write(content, 6, " here");
		assertThat(content.unchanged()).isNull();
		assertThat(read(content)).isEqualTo("stored here");
		assertThat(content.size()).isEqualTo(11);
		assertThat(content.seek(0, Seek.HOLE)).isEqualTo(11);
		content.discard(false, false);
		assertThat(read(content)).as("as stored").isEqualTo("stored");
	}

	@Test
	void aCommitIsTheVersionUnderWhatIsChangedNext() {
		CurrentContent content = CurrentContent.of(this.spool, this.cache, SpooledContent.empty(this.spool));
		assertThat(content.committed()).isNull();
		write(content, 0, "first");
		Version first = new Version("first");
		content.stored(first, true);
		assertThat(content.committed()).isSameAs(first);
		assertThat(content.requireLocal().changedBytes()).isZero();
		write(content, 5, "!");
		Version second = new Version("first!");
		content.stored(second, true);
		assertThat(content.committed()).isSameAs(second);
		assertThat(read(content)).isEqualTo("first!");
		content.discard(false, true);
	}

	@Test
	void whatWasTakenWhileItWasStoredIsReadFromTheStore() {
		CurrentContent content = CurrentContent.of(this.spool, this.cache, new Version("old"));
		write(content, 0, "new");
		SpooledContent local = content.take();
		content.stored(new Version("new"), true);
		assertThat(read(content)).isEqualTo("new");
		assertThat(local).isNotNull();
		local.discard();
		content.discard(false, false);
	}

	@Test
	void localContentGoesOnWithoutWhatWasStored() {
		CurrentContent content = CurrentContent.of(this.spool, this.cache, new Version("stored"));
		content.requireLocal().own();
		content.part();
		assertThat(content.committed()).isNull();
		assertThat(read(content)).isEqualTo("stored");
		content.discard(false, false);
	}

	private static void write(CurrentContent content, long position, String text) {
		content.requireLocal().write(position, StandardCharsets.UTF_8.encode(text));
	}

	private static String read(CurrentContent content) {
		ByteBuffer bytes = ByteBuffer.allocate(MAX);
		content.read(0, bytes);
		return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
	}

	/**
	 * A version of a stored file.
	 *
	 * @param text its content
	 */
	private record Version(String text) implements RegularFile {

		@Override
		public NodeKey key() {
			return new NodeKey("files", "1");
		}

		@Override
		public Attributes attributes() {
			return new Attributes(this.text.length(), Instant.EPOCH, Instant.EPOCH, true);
		}

		@Override
		public Content content() {
			byte[] bytes = this.text.getBytes(StandardCharsets.UTF_8);
			return (position, target) -> {
				int length = Math.min(target.remaining(), bytes.length - (int) position);
				target.put(bytes, (int) position, length);
				return length;
			};
		}

		@Override
		public String contentVersion() {
			return this.text;
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return other.equals(this);
		}

	}

}
