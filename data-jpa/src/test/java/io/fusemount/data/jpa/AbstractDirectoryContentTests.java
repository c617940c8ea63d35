package io.fusemount.data.jpa;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Invoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Content of files: read, replaced, as large as its column allows.
 */
abstract class AbstractDirectoryContentTests extends AbstractDirectoryTests {

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void fileIsCreatedFoundReadAndListed(String path) {
		Directory directory = directory(path);
		RegularFile created = create(directory, "2026-001.pdf", "first content");
		RegularFile found = find(directory, "2026-001.pdf");
		assertThat(found.key()).isEqualTo(created.key());
		assertThat(found.attributes()).isEqualTo(created.attributes());
		assertThat(found.isSameVersion(created)).isTrue();
		assertThat(found.attributes().size()).isEqualTo(13);
		assertThat(read(found)).isEqualTo("first content");
		assertThat(list(directory)).containsOnlyKeys("2026-001.pdf");
		assertThat(directory.find(new Name("2026-001.PDF"))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void contentIsReplaced(String path) {
		Directory directory = directory(path);
		RegularFile old = create(directory, "a", "old");
		RegularFile updated = old.update(new FileChanges(source("newer"), null));
		assertThat(updated.key()).isEqualTo(old.key());
		assertThat(updated.isSameVersion(old)).isFalse();
		assertThat(read(updated)).isEqualTo("newer");
		assertThat(read(find(directory, "a"))).isEqualTo("newer");
		assertThat(find(directory, "a").attributes()).isEqualTo(updated.attributes());
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void contentMayBeEmpty(String path) {
		Directory directory = directory(path);
		RegularFile file = directory.create(new Name("a"), new FileChanges(null, null));
		assertThat(file.attributes().size()).isZero();
		assertThat(read(file)).isEmpty();
		RegularFile filled = file.update(new FileChanges(source("x"), null));
		assertThat(read(filled.update(new FileChanges(source(""), null)))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void rangesAreRead(String path) {
		RegularFile file = create(directory(path), "a", "0123456789");
		assertThat(read(file, 3, 4)).isEqualTo("3456");
		assertThat(read(file, 8, 4)).isEqualTo("89");
		assertThat(read(file, 10, 4)).isEmpty();
		assertThat(read(file, 5_000_000_000L, 4)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void deletedFileIsGone(String path) {
		Directory directory = directory(path);
		RegularFile file = create(directory, "a", "content");
		directory.delete(file);
		directory.delete(file);
		assertThat(directory.find(new Name("a"))).isNull();
		assertThat(errno(() -> read(file))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> file.update(new FileChanges(source("x"), null)))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> directory.rename(file, new Name("b"), null))).isEqualTo(Errno.ESTALE);
	}

	@Test
	void associationsAndOtherColumnsStay() {
		Directory directory = directory("archive/invoices");
		RegularFile file = create(directory, "a", "x");
		inTransaction(() -> {
			Invoice invoice = invoices().findByNumber("a").orElseThrow();
			invoice.setCustomer("ACME");
			invoice.setThumbnail(org.hibernate.Hibernate.getLobHelper().createBlob(new byte[] { 1, 2, 3 }));
		});
		RegularFile updated = find(directory, "a").update(new FileChanges(source("y"), null));
		directory.rename(create(directory, "b", "z"), new Name("a"), updated);
		assertThat(invoices().findByNumber("a").orElseThrow().getCustomer()).isEqualTo("ACME");
		assertThat(find(directory, "a").key()).isEqualTo(file.key());
	}

	@Test
	void bigContentPassesWithoutBeingHeld() {
		Directory directory = directory("archive/invoices");
		PatternContent content = new PatternContent(1, 64L << 20);
		long before = allocatedBytes();
		RegularFile file = directory.create(new Name("big"), new FileChanges(content, null));
		ByteBuffer range = ByteBuffer.allocate(128 << 10);
		for (long position = 0; position < content.size(); position += 16L << 20) {
			assertThat(file.content().read(position, range.clear())).isEqualTo(range.capacity());
			assertThat(content.matches(position, range)).isTrue();
		}
		if (isLoadedWithRow()) {
			assertThat(failure(() -> directory.rename(file, new Name("bigger"), null)))
				.hasMessageContaining("loads document");
		}
		else {
			directory.rename(file, new Name("bigger"), null);
		}
		// What is allocated in all is a bound of what is held at once.
		assertThat(allocatedBytes() - before).isLessThan(maxAllocatedBytes(content.size()));
	}

	/**
	 * Whether the driver hands out a row with its content, so that big ones are refused.
	 */
	boolean isLoadedWithRow() {
		return false;
	}

	/** Returns what writing may allocate in all, garbage included. */
	abstract long maxAllocatedBytes(long size);

	private static long allocatedBytes() {
		return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
	}

	@Test
	void contentTheColumnCanNotHoldIsRefusedBeforeItIsRead() {
		Directory directory = directory("documents");
		RegularFile file = create(directory, "a", "x");
		assertThat(errno(() -> file.update(new FileChanges(endless(maxDocumentBytes() + 1), null))))
			.isEqualTo(Errno.EFBIG);
		assertThat(errno(() -> directory.requireRoomFor(maxDocumentBytes() + 1))).isEqualTo(Errno.EFBIG);
		directory.requireRoomFor(maxDocumentBytes());
		RegularFile full = file.update(new FileChanges(source("y".repeat((int) maxDocumentBytes())), null));
		assertThat(read(full)).hasSize((int) maxDocumentBytes());
	}

	/** Returns how much a document may have, by its column or by its place in memory. */
	abstract long maxDocumentBytes();

}
