package io.fusemount.data.jpa.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;

import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.UploadPace;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

/**
 * New content on its way into an entity, open until the database has read it.
 */
public final class Upload implements AutoCloseable {

	private final ContentSource source;

	private final ContentStream stream;

	private final Object value;

	/**
	 * Opens content.
	 * @param inMemory makes the property's value of all bytes, {@code null} if it is a
	 * stream
	 */
	Upload(ContentSource source, @Nullable Function<byte[], Object> inMemory, UploadPace pace) {
		this.source = source;
		try {
			this.stream = new ContentStream(source.openStream(), source.size(), pace);
			this.value = (inMemory != null) ? inMemory.apply(this.stream.readWhole())
					: Hibernate.getLobHelper().createBlob(this.stream, source.size());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the value for the entity's property.
	 */
	public Object value() {
		return this.value;
	}

	/**
	 * Returns the number of bytes.
	 */
	public long size() {
		return this.source.size();
	}

	@Override
	public void close() {
		try {
			this.stream.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
