package io.fusemount.data.jpa.vfs;

import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.parcel.Parcel;
import io.fusemount.data.jpa.parcel.ParcelRepository;
import io.fusemount.data.jpa.parcel.ParcelApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The application whose rows have extended attributes.
 */
final class ParcelOwner extends DatabaseOwner {

	private final ParcelRepository parcels;

	/** Starts the application. */
	ParcelOwner(String url) {
		super(TestDatabase.start(url, ParcelApplication.class), "files", "document");
		this.parcels = context().getBean(ParcelRepository.class);
	}

	/** Returns the directory as it is. */
	Directory directory() {
		return this.directory;
	}

	@Override
	void deleteAll() {
		this.jdbc.execute("delete from parcel");
		this.jdbc.execute("update crate set parent_id = null");
		this.jdbc.execute("delete from crate");
	}

	private List<Long> ids(String name) {
		return this.jdbc.queryForList("select id from parcel where name = ?", Long.class, name);
	}

	@Override
	public void put(String name, byte[] content) {
		inTransaction(() -> this.parcels.save(new Parcel(name, content)));
	}

	@Override
	public void noteSize(String name, long size) {
		this.jdbc.update("update parcel set size = ? where name = ?", size, name);
	}

	@Override
	public void remove(String name) {
		inTransaction(() -> this.parcels.deleteAllById(ids(name)));
	}

	@Override
	public byte @Nullable [] content(String name) {
		return this.jdbc.queryForList("select document from parcel where name = ?", byte[].class, name)
			.stream()
			.findFirst()
			.orElse(null);
	}

	@Override
	public @Nullable NodeKey key(String name) {
		return ids(name).stream().findFirst().map((id) -> new NodeKey("Parcel", id.toString())).orElse(null);
	}

}
