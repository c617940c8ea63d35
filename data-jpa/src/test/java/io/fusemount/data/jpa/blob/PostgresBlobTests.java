package io.fusemount.data.jpa.blob;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A {@code Blob} in a large object of PostgreSQL.
 */
class PostgresBlobTests extends AbstractJpaBlobStoreTests {

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

}
