package io.fusemount.core.revision;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DraftTests {

	private static final Instant NOW = Instant.EPOCH.plusSeconds(1);

	@TempDir
	Path directory;

	private final Draft draft = new Draft();

	private Spool spool;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory.resolve("spool"));
	}

	@AfterEach
	void close() throws IOException {
		SpooledContent local = this.draft.take();
		if (local != null) {
			local.discard();
		}
		this.spool.close();
	}

	@Test
	void theTimeThatAProgramAsksForGivesWayToTheNextChange() {
		write();
		this.draft.stored();
		this.draft.request(Instant.EPOCH);
		assertThat(this.draft.isDirty()).isTrue();
		assertThat(this.draft.isChanged()).isFalse();
		assertThat(this.draft.modified()).isEqualTo(Instant.EPOCH);
		this.draft.touch(NOW);
		assertThat(this.draft.modified()).isEqualTo(NOW);
		assertThat(this.draft.whole(Instant.EPOCH).modified()).isNull();
		assertThat(this.draft.whole(Instant.EPOCH).changed()).isEqualTo(NOW);
		this.draft.request(Instant.EPOCH);
		assertThat(this.draft.whole(Instant.EPOCH).modified()).isEqualTo(Instant.EPOCH);
		this.draft.stored();
		assertThat(this.draft.isDirty()).isFalse();
		assertThat(this.draft.modified()).isNull();
	}

	@Test
	void whatWasGivenUpIsNotStoredAsAnEmptyFile() {
		write();
		this.draft.touch(NOW);
		Objects.requireNonNull(this.draft.take()).discard();
		assertThatThrownBy(() -> this.draft.whole(Instant.EPOCH)).isInstanceOf(ErrnoException.class);
		assertThatThrownBy(() -> this.draft.patch(Instant.EPOCH)).isInstanceOf(ErrnoException.class);
	}

	@Test
	void whatIsBrokenIsNotStoredUntilItIsMadeUpFor() {
		write();
		ErrnoException failure = new ErrnoException(Errno.ENOSPC, "full");
		this.draft.failed(1, 2, failure);
		assertThatThrownBy(() -> this.draft.whole(Instant.EPOCH)).isSameAs(failure);
		assertThatThrownBy(() -> this.draft.patch(Instant.EPOCH)).isSameAs(failure);
		this.draft.written(1, 2);
		assertThat(this.draft.whole(Instant.EPOCH).content()).isNotNull();
	}

	@Test
	void whatIsLabelledSaysSoFromItsFirstChangeUntilItIsStored() {
		SpoolLabel label = new SpoolLabel(SpoolLabel.Kind.CONTENT, new NodeKey("test", "directory"), new Name("a"),
				new NodeKey("new", "1"), 0);
		SpooledContent local = write();
		this.draft.labelNext(label);
		assertThat(local.isLabelled()).isFalse();
		this.draft.touch(NOW);
		assertThat(local.isLabelled()).isTrue();
		this.draft.stored();
		assertThat(local.isLabelled()).isFalse();
		this.draft.touch(NOW);
		assertThat(local.isLabelled()).isTrue();
		this.draft.unlabel();
		this.draft.touch(NOW);
		assertThat(local.isLabelled()).isFalse();
	}

	private SpooledContent write() {
		SpooledContent local = this.draft.begin(SpooledContent.empty(this.spool));
		local.write(0, ByteBuffer.wrap(new byte[] { 1, 2, 3 }));
		this.draft.touch(NOW);
		return local;
	}

}
