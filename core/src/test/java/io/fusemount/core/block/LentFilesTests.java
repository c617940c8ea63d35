package io.fusemount.core.block;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.core.local.Loan;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files that are lent as a whole, because the kernel reads them for programs.
 */
class LentFilesTests extends BlockFixture {

	private static final int BLOCK_BYTES = Extents.BLOCK_BYTES;

	@Test
	void theFileOfACompleteContentIsLent() throws IOException {
		Extents extents = filled(this.store, 10 * MIB, 1);
		try (Loan loan = requireNonNull(extents.lend())) {
			assertThat(loan.size()).isEqualTo(10 * MIB);
			assertThat(loan.path()).hasBinaryContent(bytes(10 * MIB, 1).array());
		}
	}

	@Test
	void contentOfWhichAPartIsMissingIsNotLent() throws IOException {
		Extents extents = new Extents(this.store, 10 * MIB);
		assertThat(extents.lend()).isNull();
		store(extents, MIB, 9 * MIB, 1);
		assertThat(extents.lend()).isNull();
		store(extents, 0, MIB, 1);
		assertThat(extents.lend()).isNotNull();
	}

	@Test
	void contentThatSharesAFileOrHasSeveralIsNotLent() throws IOException {
		assertThat(filled(this.store, 64 * KIB, 1).lend()).isNull();
		assertThat(filled(this.store, 40 * MIB, 1).lend()).isNull();
	}

	@Test
	void aLentFileIsNotDeletedToMakeRoom() throws IOException {
		Extents lent = filled(this.store, 20 * MIB, 1);
		Loan loan = requireNonNull(lent.lend());
		for (int i = 0; i < 10; i++) {
			filled(this.store, 20 * MIB, 2);
			assertThat(this.store.bytes()).isLessThanOrEqualTo(LIMIT);
		}
		requireOnly(lent, 0, 20 * MIB, 1);
		assertThat(this.store.giveBack()).isPositive();
		requireOnly(lent, 0, 20 * MIB, 1);
		assertThat(files()).containsExactly(loan.path());
		assertThat(this.store.bytes()).isEqualTo(20 * MIB);
		loan.close();
		loan.close();
		assertThat(this.store.giveBack()).isEqualTo(20 * MIB);
		assertThat(files()).isEmpty();
		assertThat(lent.lend()).isNull();
	}

	@Test
	void aFileThatIsLentSeveralTimesStaysUntilTheLastLoanEnds() throws IOException {
		Extents extents = filled(this.store, MIB, 1);
		Loan one = requireNonNull(extents.lend());
		Loan other = requireNonNull(extents.lend());
		one.close();
		this.store.giveBack();
		requireOnly(extents, 0, MIB, 1);
		other.close();
		assertThat(this.store.giveBack()).isEqualTo(MIB);
	}

	@Test
	void atMostHalfOfTheLimitIsLent() throws IOException {
		Loan one = requireNonNull(filled(this.store, 20 * MIB, 1).lend());
		Extents second = filled(this.store, 20 * MIB, 2);
		assertThat(second.lend()).isNull();
		assertThat(filled(this.store, 12 * MIB, 3).lend()).isNotNull();
		one.close();
		assertThat(second.lend()).isNotNull();
	}

	/** Programs may have it mapped for longer than it is lent. */
	@Test
	void aFileThatWasLentIsNotChangedForTheNextVersion() throws IOException {
		Extents before = filled(this.store, 10 * MIB, 1);
		Loan loan = requireNonNull(before.lend());
		loan.close();
		Extents next = handOver(before);
		assertThat(loan.path()).hasBinaryContent(bytes(10 * MIB, 1).array());
		requireOnly(next, 0, BLOCK_BYTES, 2);
		assertThat(next.has(MIB)).isFalse();
		before.leave();
		assertThat(loan.path()).doesNotExist();
	}

	@Test
	void norByTheNextProcess() throws IOException {
		Extents before = filled(this.store, 10 * MIB, 1);
		Path lent = requireNonNull(before.lend()).path();
		List<ExtentRecord> records = before.describe();
		this.store.leaveFiles();
		Extents again = Extents.restore(open(), 10 * MIB, records);
		requireOnly(again, 0, 10 * MIB, 1);
		handOver(again);
		assertThat(lent).hasBinaryContent(bytes(10 * MIB, 1).array());
		assertThat(Files.size(lent)).isEqualTo(10 * MIB);
	}

	/** Changes the first block. */
	private Extents handOver(Extents before) throws IOException {
		Extents next = new Extents(this.store, 10 * MIB);
		before.seal();
		before.handOver(next, new FirstBlock(), ByteBuffer.allocate(BLOCK_BYTES));
		return next;
	}

	/** A change of the first block, which has other bytes after it. */
	private record FirstBlock() implements ContentPatch {

		@Override
		public long size() {
			return 10 * MIB;
		}

		@Override
		public long kept() {
			return 10 * MIB;
		}

		@Override
		public List<ByteRange> changed() {
			return List.of(new ByteRange(0, BLOCK_BYTES));
		}

		@Override
		public int read(long position, ByteBuffer target) {
			int length = target.remaining();
			target.put(bytes(length, 2));
			return length;
		}

		@Override
		public InputStream openStream() {
			throw new UnsupportedOperationException();
		}

	}

}
