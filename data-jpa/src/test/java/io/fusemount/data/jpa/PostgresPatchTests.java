package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Invoice;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Changes to large objects of PostgreSQL where they are: what they cost, and what stays.
 */
class PostgresPatchTests extends AbstractPatchTests {

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789012Z");

	@Test
	@Semantics("On a large object of PostgreSQL, a commit writes the ranges that were changed and nothing else.")
	void appendingToAFileWritesWhatIsAppended() {
		PatternContent content = new PatternContent(1, 64L * MIB);
		RegularFile file = create(content);
		PatternPatch patch = append(content, 1024);
		String before = this.jdbc.queryForObject("select pg_current_wal_insert_lsn()::text", String.class);
		this.statements.clear();
		long pages = changedPages(() -> file.update(new FileChanges(patch, null)));
		// The row is locked and one piece put at once, the row updated.
		assertThat(this.statements.all()).hasSize(2);
		assertThat(pages).isOne();
		assertThat(patch.bytesRead()).isEqualTo(1024);
		Long written = this.jdbc.queryForObject("select pg_current_wal_insert_lsn() - ?::pg_lsn", Long.class, before);
		// Other work of the server is in it, such as cleaning up after the test before.
		assertThat(written).isLessThan(8L * MIB);
		assertThat(read(find(this.directory, "a"), 64L * MIB, 2000)).isEqualTo(read(patch, 64L * MIB, 1024));
	}

	/** Hibernate does so where the last argument of a function is a parameter. */
	@Test
	void whatChangesContentIsTranslatedOnce() {
		PatternContent content = new PatternContent(1, 5000);
		FileChanges onePiece = new FileChanges(overwrite(5000), null);
		FileChanges twoPieces = new FileChanges(
				new PatternPatch(content, new PatternContent(2, 4000), 4000, List.of(range(0, 10), range(100, 110))),
				null);
		RegularFile file = create(content).update(onePiece).update(twoPieces);
		this.directory.delete(file);
		RegularFile again = create(content);
		RegularFile[] changed = new RegularFile[1];
		assertTranslated(1, () -> changed[0] = again.update(onePiece));
		// The row is locked, the length asked, the rest cut off, two pieces put.
		assertTranslated(5, () -> changed[0].update(twoPieces));
	}

	@Test
	void eachChangedRangeTakesAStatementPerPiece() {
		PatternContent content = new PatternContent(1, 5L * MIB);
		RegularFile file = create(content);
		PatternPatch patch = new PatternPatch(content, new PatternContent(2, 6L * MIB), 4L * MIB,
				List.of(range(10, 20), range(MIB - 1, 3 * MIB + 1)));
		this.statements.clear();
		file.update(new FileChanges(patch, null));
		// The row is locked, the length asked, set twice, 1 + 4 pieces put, the row
		// updated.
		assertThat(this.statements.all()).hasSize(10);
	}

	@Test
	void oneRangeIsPutAtOnceWithinAPieceAndByPiecesElsewhere() {
		PatternContent content = new PatternContent(1, 5L * MIB);
		// The row is locked and updated. One piece is put while it is locked, or the
		// length asked and several put.
		assertThat(statements(content, 5L * MIB, 5L * MIB, range(0, MIB))).isEqualTo(2);
		assertThat(statements(content, 5L * MIB, 6L * MIB, range(5L * MIB + 100, 6L * MIB))).isEqualTo(2);
		assertThat(statements(content, 5L * MIB, 5L * MIB, range(MIB - 1, MIB + 1))).isEqualTo(2 + 1 + 2);
		assertThat(statements(content, 5L * MIB, 5L * MIB, range(MIB - 1, 3 * MIB + 1))).isEqualTo(2 + 1 + 4);
		// What is known to be cut off is not sent twice.
		assertThat(statements(content, 2L * MIB, 2L * MIB, range(0, 10))).isEqualTo(2 + 1 + 1 + 1);
	}

	@Test
	void aLargeObjectThatIsMissingIsToldOf() {
		RegularFile file = create(new PatternContent(1, 5000));
		this.jdbc.execute("update invoice set document = 4294967295 + 0 * lo_unlink(document)");
		assertThat(failure(() -> file.update(new FileChanges(overwrite(5000), null))))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EIO))
			.hasMessageContaining("no longer in the database");
		this.jdbc.execute("update invoice set document = null");
	}

	@Test
	void contentOfAnotherLengthThanIsKnownKeepsWhatThePatchLeaves() {
		for (int length : new int[] { 3000, 7000 }) {
			PatternContent content = new PatternContent(1, 5000);
			RegularFile file = create(content);
			this.jdbc.queryForList("select lo_truncate(lo_open(document, 131072), ?) from invoice", length);
			PatternPatch patch = append(content, 10);
			this.statements.clear();
			RegularFile patched = file.update(new FileChanges(patch, null));
			// The row is locked and a piece not put, the row locked, the length asked,
			// the rest cut off, the piece put, the row updated.
			assertThat(this.statements.all()).hasSize((length > 5000) ? 6 : 5);
			int old = Math.min(length, 5000);
			assertThat(read(patched, 0, old)).isEqualTo(read(patch, 0, old));
			assertThat(read(patched, old, 5000 - old)).isEqualTo("\0".repeat(5000 - old));
			assertThat(read(patched, 5000, 6000)).isEqualTo(read(patch, 5000, 10));
			this.directory.delete(patched);
		}
	}

	@Test
	void largeObjectAndOtherColumnsStayAndTheVersionMovesByOne() {
		RegularFile file = create(new PatternContent(1, 5000));
		inTransaction(() -> {
			Invoice invoice = invoices().findByNumber("a").orElseThrow();
			invoice.setCustomer("ACME");
			invoice.setThumbnail(org.hibernate.Hibernate.getLobHelper().createBlob(new byte[] { 1, 2, 3 }));
		});
		String before = row();
		RegularFile patched = find(this.directory, "a")
			.update(new FileChanges(append(new PatternContent(1, 5000), 10), null));
		assertThat(row()).isEqualTo(before);
		assertThat(this.jdbc.queryForObject("select version from invoice", Integer.class)).isEqualTo(2);
		assertThat(patched.key()).isEqualTo(file.key());
	}

	@Test
	void auditingSetsTheTime() {
		RegularFile file = create(new PatternContent(1, 5000)).update(new FileChanges(null, LONG_AGO));
		Instant before = Instant.now().minusMillis(1);
		RegularFile patched = file.update(new FileChanges(overwrite(5000), null));
		assertThat(patched.attributes().modified()).isAfter(before);
		assertThat(find(this.directory, "a").attributes()).isEqualTo(patched.attributes());
	}

	@Test
	void refusalOfValidationTakesThePatchBack() {
		create(new PatternContent(1, 5000));
		this.jdbc.update("update invoice set number = 'a!'");
		RegularFile file = find(this.directory, "a!");
		String before = read(file);
		PatternPatch patch = new PatternPatch(new PatternContent(1, 5000), new PatternContent(2, 3000), 1000,
				List.of(range(5, 10)));
		assertThat(failure(() -> file.update(new FileChanges(patch, null))))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EINVAL))
			.hasMessageContaining("number must not shout");
		assertThat(patch.bytesRead()).isEqualTo(5);
		assertThat(read(find(this.directory, "a!"))).isEqualTo(before);
	}

	@Test
	void fileIsPatchedBeyond4Gib() {
		long size = 5L << 30;
		PatternContent small = new PatternContent(1, 100);
		RegularFile huge = create(small).update(new FileChanges(
				new PatternPatch(small, new PatternContent(2, size), 100, List.of(range(50, 60))), null));
		assertThat(huge.attributes().size()).isEqualTo(size);
		long position = (1L << 32) + 12345;
		PatternContent after = new PatternContent(3, size + 7);
		PatternPatch patch = new PatternPatch(small, after, size,
				List.of(range(position, position + 100), range(size, size + 7)));
		RegularFile patched = huge.update(new FileChanges(patch, null));
		assertThat(read(patched, position, 100)).isEqualTo(read(patch, position, 100));
		assertThat(read(patched, size, 100)).isEqualTo(read(patch, size, 7));
		for (long hole : new long[] { 100, (1L << 32) - 10, position - 20, position + 100, size - 20 }) {
			assertThat(read(patched, hole, 20)).isEqualTo("\0".repeat(20));
		}
		assertThat(count("pg_largeobject")).isLessThan(10);
		PatternPatch cut = new PatternPatch(small, new PatternContent(4, position + 50), position + 50, List.of());
		RegularFile shorter = patched.update(new FileChanges(cut, null));
		assertThat(read(shorter, position, 100)).isEqualTo(read(patch, position, 50));
	}

	@Test
	void fileIsDeletedByTwoStatements() {
		RegularFile file = create(new PatternContent(1, 5000));
		this.statements.clear();
		this.directory.delete(file);
		// The row is locked and its large object removed at once, the row deleted.
		assertThat(this.statements.all()).hasSize(2);
	}

	@Test
	void rowWithoutContentIsDeleted() {
		invoices().save(new Invoice("a"));
		this.directory.delete(find(this.directory, "a"));
		assertThat(count("invoice")).isZero();
	}

	@Test
	void rowWithoutContentGetsSome() {
		invoices().save(new Invoice("a"));
		PatternPatch patch = new PatternPatch(new PatternContent(1, 0), new PatternContent(2, 5000), 0,
				List.of(range(4000, 5000)));
		RegularFile file = find(this.directory, "a").update(new FileChanges(patch, null));
		assertThat(read(file)).isEqualTo(read(patch, 0, 5000));
	}

	@Test
	void newFileCostsItsBytesAndNotItsHoles() {
		long size = 1L << 40;
		PatternPatch sparse = new PatternPatch(new PatternContent(1, 0), new PatternContent(2, size), 0,
				List.of(range(10, 20), range(size / 2, size / 2 + 3000)));
		RegularFile file = this.directory.create(new Name("a"), new FileChanges(sparse, LONG_AGO));
		assertThat(file.attributes().size()).isEqualTo(size);
		assertThat(file.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(find(this.directory, "a").attributes()).isEqualTo(file.attributes());
		// One page for the first range, two for the second, one at the end.
		assertThat(count("pg_largeobject")).isLessThanOrEqualTo(4);
		assertThat(sparse.bytesRead()).isEqualTo(3010);
		for (long position : new long[] { 0, 1000, size / 2 - 100, size / 2 + 2900, size - 1000 }) {
			assertThat(read(file, position, 1000)).isEqualTo(read(sparse, position, 1000));
		}
		file = find(this.directory, "a").update(new FileChanges(new PatternContent(3, 10), null));
		assertThat(file.attributes().size()).isEqualTo(10);
	}

	@Test
	void refusedFileWithHolesLeavesNothing() {
		PatternPatch sparse = new PatternPatch(new PatternContent(1, 0), new PatternContent(2, 1L << 30), 0,
				List.of(range(10, 20)));
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> this.directory.create(new Name("a!"), new FileChanges(sparse, null)))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EINVAL));
		assertThatIllegalStateException()
			.isThrownBy(() -> this.directory.create(new Name("a"), new FileChanges(sparse.breaksAt(10), null)));
		assertThat(count("invoice")).isZero();
	}

	@Test
	void noOperationCopiesOrForgetsALargeObject() {
		RegularFile file = create(new PatternContent(1, 5000));
		Long oid = oid();
		file = file.update(new FileChanges(null, LONG_AGO));
		file = file.update(new FileChanges(append(new PatternContent(1, 5000), 1000), null));
		file = this.directory.rename(file, new Name("b"), null);
		assertThat(oid()).isEqualTo(oid);
		assertThat(count("pg_largeobject_metadata")).isOne();
		file = file.update(new FileChanges(new PatternContent(2, 7000), null));
		assertThat(count("pg_largeobject_metadata")).isOne();
		file = this.directory.rename(create(new PatternContent(3, 10)), new Name("b"), file);
		assertThat(count("pg_largeobject_metadata")).isOne();
		this.directory.delete(file);
		assertThat(count("pg_largeobject_metadata")).isZero();
		assertThat(count("pg_largeobject")).isZero();
	}

	/** One that is not there cannot be opened. */
	@Test
	void noOperationOpensALargeObjectThatStays() {
		RegularFile file = create(new PatternContent(1, 5000));
		this.jdbc.execute("update invoice set thumbnail = 4294967295");
		file = file.update(new FileChanges(append(new PatternContent(1, 5000), 1000), null));
		file = this.directory.rename(file, new Name("b"), null);
		file = file.update(new FileChanges(new PatternContent(2, 7000), null));
		file = this.directory.rename(create(new PatternContent(3, 10)), new Name("b"), file);
		assertThat(file.attributes().size()).isEqualTo(10);
		this.jdbc.execute("update invoice set document = 4294967295 + 0 * lo_unlink(document)");
		this.directory.rename(file, new Name("c"), null);
		assertThat(this.jdbc.queryForObject("select number from invoice", String.class)).isEqualTo("c");
		this.jdbc.execute("update invoice set document = null, thumbnail = null");
	}

	@Test
	void directorySaysHowContentIsStored() {
		assertThat(this.directory.describeContent())
			.isEqualTo("PostgreSQL large object (oid), ranges by lo_get, changed ranges written in place, "
					+ "new content as a stream");
	}

	@Test
	void onlyLargeObjectsThatAreStreamedTakePatches() {
		assertThat(create(new PatternContent(1, 5)).isPatchable()).isTrue();
		assertThat(create(directory("documents"), "a", "x").isPatchable()).isFalse();
		assertThat(create(directory("notes"), "a", "x").isPatchable()).isFalse();
		directory("notes").delete(find(directory("notes"), "a"));
	}

	/** Returns how many statements a patch of one range takes, which is checked. */
	private int statements(PatternContent content, long kept, long size, ByteRange range) {
		RegularFile file = create(content);
		PatternPatch patch = new PatternPatch(content, new PatternContent(2, size), kept, List.of(range));
		this.statements.clear();
		RegularFile patched = file.update(new FileChanges(patch, null));
		int statements = this.statements.all().size();
		for (long position : new long[] { 0, range.start() - 50, range.end() - 50, kept - 50, size - 50 }) {
			long start = Math.max(0, position);
			assertThat(read(patched, start, 100)).isEqualTo(read(patch, start, (int) Math.min(100, size - start)));
		}
		assertThat(patched.attributes().size()).isEqualTo(size);
		this.directory.delete(patched);
		return statements;
	}

	/** Returns how many pages of large objects the work writes, as PostgreSQL counts. */
	private long changedPages(Runnable work) {
		return Objects.requireNonNull(transaction().execute((status) -> {
			long before = changedPages();
			work.run();
			return changedPages() - before;
		}));
	}

	private long changedPages() {
		return Objects.requireNonNull(this.jdbc.queryForObject("select pg_stat_get_xact_tuples_inserted(c) "
				+ "+ pg_stat_get_xact_tuples_updated(c) + pg_stat_get_xact_tuples_deleted(c) "
				+ "from cast('pg_largeobject'::regclass as oid) c", Long.class));
	}

	private String row() {
		return Objects.requireNonNull(this.jdbc.queryForObject(
				"select id || ' ' || document || ' ' || thumbnail || ' ' || customer || ' ' || number from invoice",
				String.class));
	}

	private Long oid() {
		return Objects.requireNonNull(this.jdbc.queryForObject("select document from invoice", Long.class));
	}

}
