package io.fusemount.data.jpa.blob;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.archive.Invoice;
import io.fusemount.data.jpa.support.Postgres;
import jakarta.persistence.EntityManager;
import org.hibernate.Hibernate;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A {@code Blob} in a large object of PostgreSQL.
 */
class PostgresBlobTests extends AbstractJpaBlobStoreTests {

	private static final String CREATION = "select lo_from_bytea(0, ?)";

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("blob");
	}

	@Override
	String path() {
		return "archive/invoices";
	}

	@Test
	void contentThatTheColumnCanNotHoldIsRefusedBeforeTheUpload() {
		Object key = createRow();
		PatternContent content = new PatternContent(1, 4L << 40);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> store().write(key, content))
			.withMessageContaining("holds 4398046509056 bytes")
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EFBIG));
	}

	@Test
	void smallContentComesWithItsRow() {
		assertThat(creationsFor(0)).isZero();
		assertThat(creationsFor(1)).isZero();
		assertThat(creationsFor(1 << 16)).isZero();
	}

	@Test
	void contentThatOneStatementCarriesBecomesALargeObjectByOne() {
		assertThat(creationsFor((1 << 16) + 1)).isEqualTo(1);
		assertThat(creationsFor(1 << 20)).isEqualTo(1);
		assertThat(creationsFor((1 << 20) + 1)).isZero();
	}

	private long creationsFor(int size) {
		Object key = createRow();
		PatternContent content = new PatternContent(2, size);
		statements().clear();
		store().write(key, content);
		ByteBuffer stored = ByteBuffer.allocate(size);
		while (stored.hasRemaining() && store().read(key, version(key), stored.position(), stored) > 0) {
			// Reads on.
		}
		assertThat(content.matches(0, stored.flip())).isTrue();
		return statements().all().stream().filter(CREATION::equals).count();
	}

	@Test
	void blobsOfTheApplicationGoTheirOwnWay() throws Exception {
		statements().clear();
		Object key = access().write((entityManager) -> thumbnail(entityManager, "alone", "its own"));
		assertThat(thumbnail(key)).isEqualTo("its own");
		PatternContent content = new PatternContent(3, (1 << 16) + 1);
		try (Upload upload = content().open(content, access().pace())) {
			Object other = access().write((entityManager) -> {
				Object added = thumbnail(entityManager, "along", "beside a file");
				content().put(entityManager.find(Invoice.class, added), upload);
				return added;
			});
			assertThat(thumbnail(other)).isEqualTo("beside a file");
		}
		assertThat(statements().all()).filteredOn(CREATION::equals).hasSize(1);
	}

	@Test
	void statementsOfTheApplicationTakeTheSameColumn() {
		Object key = access().write((entityManager) -> {
			Invoice invoice = new Invoice("itself");
			invoice.setDocument("saved".getBytes(StandardCharsets.UTF_8));
			entityManager.persist(invoice);
			return invoice.getId();
		});
		assertThat(text("document", key)).isEqualTo("saved");
		access()
			.write((entityManager) -> entityManager.createQuery("update Invoice set document = :value where id = :id")
				.setParameter("value", Hibernate.getLobHelper().createBlob("in HQL".getBytes(StandardCharsets.UTF_8)))
				.setParameter("id", key)
				.executeUpdate());
		assertThat(text("document", key)).isEqualTo("in HQL");
		access().write((entityManager) -> entityManager.createQuery("update Invoice set document = null where id = :id")
			.setParameter("id", key)
			.executeUpdate());
		store().write(key, new PatternContent(4, 10));
		assertThat(store().length(key)).isEqualTo(10);
	}

	private EntityContent content() {
		return new EntityContent(entity(), 1 << 20);
	}

	/** Adds one from a stream, which can be read once. */
	private static Object thumbnail(EntityManager entityManager, String number, String text) {
		Invoice invoice = new Invoice(number);
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		invoice
			.setThumbnail(Hibernate.getLobHelper().createBlob(new BufferedInputStream(new ByteArrayInputStream(bytes)) {

				@Override
				public boolean markSupported() {
					return false;
				}

				@Override
				public synchronized void reset() throws IOException {
					throw new IOException("This can be read once");
				}

			}, bytes.length));
		entityManager.persist(invoice);
		return invoice.getId();
	}

	private String thumbnail(Object key) {
		return text("thumbnail", key);
	}

	private String text(String column, Object key) {
		return access().read(
				(entityManager) -> entityManager
					.createNativeQuery("select convert_from(lo_get(" + column + "), 'UTF8') from invoice where id = ?",
							String.class)
					.setParameter(1, key)
					.getSingleResult()
					.toString());
	}

}
