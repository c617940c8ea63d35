package io.fusemount.conformance.blob;

import org.jspecify.annotations.Nullable;

/**
 * The kit itself, held against a store that is obviously right.
 */
class InMemoryBlobStoreConformanceTests extends BlobStoreConformanceKit<Integer> {

	private final InMemoryBlobStore store = new InMemoryBlobStore();

	@Override
	protected BlobStore<Integer> store() {
		return this.store;
	}

	@Override
	protected Integer createRow() {
		return this.store.create();
	}

	@Override
	protected void deleteRow(Integer key) {
		this.store.delete(key);
	}

	@Override
	protected @Nullable Object version(Integer key) {
		return this.store.version(key);
	}

	@Override
	protected void changeVersion(Integer key) {
		this.store.changeVersion(key);
	}

	@Override
	protected void rollBack(Runnable work) {
		this.store.rollBack(work);
	}

}
