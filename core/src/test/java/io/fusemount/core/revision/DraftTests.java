package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DraftTests extends RevisionFixture {

	private static final Instant NOW = Instant.EPOCH.plusSeconds(1);

	private CurrentContent content;

	private Draft draft;

	@BeforeEach
	void begin() {
		this.content = CurrentContent.of(this.spool, this.cache, SpooledContent.empty(this.spool));
		this.draft = new Draft(this.content, Clock.fixed(NOW, ZoneOffset.UTC), Instant.EPOCH);
	}

	@AfterEach
	void discard() {
		this.content.discard(false, false);
	}

	@Test
	void theTimeThatAProgramAsksForGivesWayToTheNextChange() {
		write();
		this.draft.stored();
		this.draft.request(Instant.EPOCH);
		assertThat(this.draft.isDirty()).isTrue();
		assertThat(this.draft.isChanged()).isFalse();
		assertThat(this.draft.modified()).isEqualTo(Instant.EPOCH);
		this.draft.touch();
		assertThat(this.draft.modified()).isEqualTo(NOW);
		assertThat(this.draft.whole().modified()).isNull();
		assertThat(this.draft.whole().changed()).isEqualTo(NOW);
		this.draft.request(Instant.EPOCH);
		assertThat(this.draft.whole().modified()).isEqualTo(Instant.EPOCH);
		this.draft.stored();
		assertThat(this.draft.isDirty()).isFalse();
		assertThat(this.draft.whole().modified()).isNull();
	}

	@Test
	void whatWasGivenUpIsNotStoredAsAnEmptyFile() {
		write();
		this.draft.touch();
		Objects.requireNonNull(this.content.take()).discard();
		assertThatThrownBy(this.draft::whole).isInstanceOf(ErrnoException.class);
		assertThatThrownBy(this.draft::patch).isInstanceOf(ErrnoException.class);
	}

	@Test
	void whatIsBrokenIsNotStoredUntilItIsMadeUpFor() {
		write();
		ErrnoException failure = new ErrnoException(Errno.ENOSPC, "full");
		this.draft.failed(1, 2, failure);
		assertThatThrownBy(this.draft::whole).isSameAs(failure);
		assertThatThrownBy(this.draft::patch).isSameAs(failure);
		this.draft.written(1, 2);
		assertThat(this.draft.whole().content()).isNotNull();
	}

	@Test
	void whatIsLabelledSaysSoFromItsFirstChangeUntilItIsStored() {
		SpoolLabel label = new SpoolLabel(SpoolLabel.Kind.CONTENT, new NodeKey("test", "directory"), new Name("a"),
				new NodeKey("new", "1"), 0, Ownership.NONE, AttributeValues.NONE);
		SpooledContent local = write();
		this.draft.labelNext(label);
		assertThat(local.isLabelled()).isFalse();
		this.draft.touch();
		assertThat(local.isLabelled()).isTrue();
		this.draft.stored();
		assertThat(local.isLabelled()).isFalse();
		this.draft.touch();
		assertThat(local.isLabelled()).isTrue();
		this.draft.unlabel();
		this.draft.touch();
		assertThat(local.isLabelled()).isFalse();
	}

	private SpooledContent write() {
		SpooledContent local = this.content.requireLocal();
		local.write(0, ByteBuffer.wrap(new byte[] { 1, 2, 3 }));
		this.draft.touch();
		return local;
	}

}
