package io.fusemount.conformance.vfs;

import org.junit.jupiter.api.Nested;

/**
 * The contract of a {@link io.fusemount.core.vfs.VirtualFileSystem}, without a kernel. A
 * test of an implementation extends it and provides the fixture, nothing else.
 */
public abstract class VfsConformanceKit {

	/**
	 * Returns a fresh fixture; the kit closes it.
	 */
	protected abstract VfsFixture createFixture();

	/** {@link VfsTreeKit}. */
	@Nested
	class Tree extends VfsTreeKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsContentKit}. */
	@Nested
	class Content extends VfsContentKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsCacheKit}. */
	@Nested
	class Cache extends VfsCacheKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsCommitKit}. */
	@Nested
	class Commit extends VfsCommitKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsCreateKit}. */
	@Nested
	class Create extends VfsCreateKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsFixedKit}. */
	@Nested
	class Fixed extends VfsFixedKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsAllocateKit}. */
	@Nested
	class Allocate extends VfsAllocateKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsConflictKit}. */
	@Nested
	class Conflict extends VfsConflictKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsFailureKit}. */
	@Nested
	class Failure extends VfsFailureKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsVersionKit}. */
	@Nested
	class Version extends VfsVersionKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsSizeKit}. */
	@Nested
	class Size extends VfsSizeKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsRenameKit}. */
	@Nested
	class Rename extends VfsRenameKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsDeleteKit}. */
	@Nested
	class Delete extends VfsDeleteKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsScratchKit}. */
	@Nested
	class Scratch extends VfsScratchKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsScratchDirectoryKit}. */
	@Nested
	class ScratchDirectories extends VfsScratchDirectoryKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsBackupKit}. */
	@Nested
	class Backup extends VfsBackupKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsStoredBackupKit}. */
	@Nested
	class StoredBackup extends VfsStoredBackupKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsBackupRaceKit}. */
	@Nested
	class BackupRace extends VfsBackupRaceKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsListingKit}. */
	@Nested
	class Listing extends VfsListingKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsTimesKit}. */
	@Nested
	class Times extends VfsTimesKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsHandleKit}. */
	@Nested
	class Handle extends VfsHandleKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

	/** {@link VfsConcurrencyKit}. */
	@Nested
	class Concurrency extends VfsConcurrencyKit {

		@Override
		VfsFixture createFixture() {
			return VfsConformanceKit.this.createFixture();
		}

	}

}
