package io.fusemount.core.failure;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.UnsavedLimit;
import io.fusemount.core.operation.Viewer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What people read about failures.
 */
class FailuresTests {

	private static final Viewer ROOT = new Viewer(0, true);

	private static final NodeKey FILE = new NodeKey("Invoice", "7");

	private static final NodeKey DIRECTORY = new NodeKey("/", "invoices");

	private final Failures failures = new Failures(new ErrnoTranslators(List.of()),
			Clock.fixed(Instant.parse("2026-11-21T12:00:00.123Z"), ZoneOffset.UTC));

	@Test
	void aFailureIsOneLine() {
		fail(Operation.FLUSH, "/invoices/a.pdf", Errno.EINVAL, "number must not be blank");
		assertThat(text()).isEqualTo("2026-11-21T12:00:00Z EINVAL close /invoices/a.pdf: number must not be blank\n");
	}

	@Test
	void whateverANameOrReasonHasInItIsPrintedOnOneLine() {
		fail(Operation.UNLINK, "/a\nb\u001b[31m", Errno.EBUSY, "first\r\nsecond\u202e\ud800\u2028");
		assertThat(text()).endsWith(" EBUSY unlink /a\\x0ab\\x1b[31m: first\\x0d\\x0asecond\\u{202e}\\xd800\\u{2028}\n")
			.hasLineCount(1);
	}

	@Test
	void bytesThatAreKeptAreNamedInTheLineOfTheirFailure() {
		fail(Operation.FLUSH, "/a", Errno.ESTALE, "changed");
		fail(Operation.FLUSH, "/b", Errno.EIO, "down");
		this.failures.contentUnsaved("/a", "/spool/unsaved/x-a", new ErrnoException(Errno.ESTALE, "changed"));
		assertThat(text().lines()).containsExactly(
				"2026-11-21T12:00:00Z ESTALE close /a: changed; the bytes are in .fusemount/unsaved/x-a",
				"2026-11-21T12:00:00Z EIO close /b: down");
	}

	@Test
	void bytesThatNobodyWasToldOfAreALineOfTheirOwn() {
		this.failures.contentUnsaved("/a", "/spool/unsaved/x-a", new IllegalStateException("what?"));
		assertThat(text()).contains("EIO close /a: what?; the bytes are in");
	}

	@Test
	void aConflictThatWasResolvedIsToldWithTheOtherFile() {
		this.failures.contentConflicted("/a.txt", "/a (conflict).txt");
		this.failures.contentConflicted("/b.txt", null);
		assertThat(text().lines()).singleElement()
			.asString()
			.contains("ESTALE close /a.txt: ")
			.endsWith("; the bytes are in /a (conflict).txt");
	}

	@Test
	void whoLosesWhatWasKeptReadsIt() {
		this.failures.unsavedRemoved(UnsavedLimit.SIZE, 1000, 2, 300);
		this.failures.unsavedRemoved(UnsavedLimit.SIZE, 1000, 2, 300);
		assertThat(text(new Viewer(1000, false)).lines()).hasSize(2)
			.containsOnly("2026-11-21T12:00:00Z EDQUOT keep .fusemount/unsaved/: 2 of your files with 300 bytes were "
					+ "deleted because of fusemount.unsaved.max-size");
		assertThat(text(new Viewer(1001, false))).isEmpty();
	}

	@Test
	void answersOfOrdinaryUseAreLeftOutUnlessBytesAreAtStake() {
		fail(Operation.OPEN, "/a", Errno.ENOENT, "not there");
		fail(Operation.RENAME, "/a", Errno.EXDEV, "elsewhere");
		fail(Operation.GETATTR, "/a", Errno.EIO, "down");
		assertThat(text()).isEmpty();
		fail(Operation.FLUSH, "/a", Errno.EEXIST, "taken");
		fail(Operation.READ, "/a", Errno.EIO, "down");
		assertThat(text()).hasLineCount(2);
	}

	@Test
	void answersOfOrdinaryUseAreToldIfTheApplicationGivesThem() {
		this.failures.operationFailed(Operation.CREATE, "/a",
				new ErrnoException(Errno.EEXIST, "taken", new IllegalStateException("unique")), 1);
		assertThat(text()).contains("EEXIST create /a: taken");
	}

	@Test
	void theLastThousandAreKept() {
		for (int i = 0; i < 1500; i++) {
			fail(Operation.UNLINK, "/" + i, Errno.EBUSY, "x".repeat(10_000));
		}
		assertThat(text().lines()).hasSize(1000)
			.allSatisfy((line) -> assertThat(line).hasSizeLessThan(1100))
			.first()
			.asString()
			.contains(" /500: ");
		assertThat(text().lines().skip(999)).first().asString().contains(" /1499: ");
	}

	@Test
	void whatFailsAgainAtOnceIsOneLine() {
		fail(Operation.FLUSH, "/a", Errno.EINVAL, "no");
		fail(Operation.FLUSH, "/a", Errno.EINVAL, "no");
		assertThat(text()).hasLineCount(1);
		fail(Operation.FLUSH, "/a", Errno.EINVAL, "still no");
		fail(Operation.FLUSH, "/b", Errno.EINVAL, "still no");
		fail(Operation.FLUSH, "/a", Errno.EINVAL, "still no");
		assertThat(text()).hasLineCount(4);
	}

	@Test
	void theTextChangesWithEachFailureAndOnlyThen() {
		FailureText before = this.failures.text(ROOT);
		assertThat(this.failures.text(ROOT)).isSameAs(before);
		fail(Operation.UNLINK, "/a", Errno.EBUSY, "x");
		assertThat(this.failures.text(ROOT).revision()).isNotEqualTo(before.revision());
		ByteBuffer past = ByteBuffer.allocate(10);
		assertThat(this.failures.text(ROOT).content().read(10_000, past)).isZero();
	}

	@Test
	void theFailureOfAFileIsKnownUntilItIsStored() {
		this.failures.note(FILE, new ErrnoException(Errno.ESTALE, "changed\n"), "/spool/unsaved/x-a");
		assertThat(this.failures.find(FILE))
			.isEqualTo("ESTALE: changed\\x0a; your bytes are in .fusemount/unsaved/x-a");
		this.failures.stored(FILE);
		assertThat(this.failures.find(FILE)).isNull();
	}

	@Test
	void theFailureOfAFileThatIsNotThereIsKnownToItsDirectoryUntilItIs() {
		this.failures.note(DIRECTORY, new Name("a"), new ErrnoException(Errno.EINVAL, "no"), null);
		this.failures.stored(DIRECTORY, new Name("b"));
		assertThat(this.failures.find(DIRECTORY)).isEqualTo("a: EINVAL: no");
		this.failures.stored(DIRECTORY, new Name("a"));
		assertThat(this.failures.find(DIRECTORY)).isNull();
	}

	@Test
	void notesAreKeptForTheThousandFilesThatFailedLast() {
		for (int i = 0; i < 1500; i++) {
			this.failures.note(new NodeKey("Invoice", "" + i), new ErrnoException(Errno.EIO, "down"), null);
		}
		assertThat(this.failures.find(new NodeKey("Invoice", "499"))).isNull();
		assertThat(this.failures.find(new NodeKey("Invoice", "500"))).isNotNull();
	}

	@Test
	void eachUserReadsHisOwn() {
		Caller.as(new Caller(1000, 1000, 7), () -> {
			fail(Operation.UNLINK, "/his", Errno.EBUSY, "x");
			return this;
		});
		fail(Operation.UNLINK, "/other", Errno.EBUSY, "x");
		Viewer user = new Viewer(1000, false);
		assertThat(text(user)).contains("/his").hasLineCount(1);
		assertThat(text(new Viewer(1001, false))).isEmpty();
		assertThat(text()).hasLineCount(2);
		assertThat(this.failures.text(user)).isSameAs(this.failures.text(user));
		assertThat(this.failures.text(user).revision()).isNotEqualTo(this.failures.text(ROOT).revision());
	}

	private void fail(Operation operation, String path, Errno errno, String reason) {
		this.failures.operationFailed(operation, path, new ErrnoException(errno, reason), 1);
	}

	private String text() {
		return text(ROOT);
	}

	private String text(Viewer viewer) {
		return this.failures.text(viewer).content().toString();
	}

}
