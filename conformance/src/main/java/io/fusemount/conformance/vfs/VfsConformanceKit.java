package io.fusemount.conformance.vfs;

import org.junit.jupiter.api.Nested;

/**
 * The contract of a {@link io.fusemount.core.vfs.VirtualFileSystem}, without a kernel.
 * The test of an implementation extends this class and provides only the fixture.
 */
public abstract class VfsConformanceKit {

	/**
	 * Returns a fresh fixture; the kit closes it.
	 */
	protected abstract VfsFixture createFixture();

	/** {@link VfsTreeKit}. */
	@Nested
	class Tree extends VfsTreeKit {

	}

	/** {@link VfsContentKit}. */
	@Nested
	class Content extends VfsContentKit {

	}

	/** {@link VfsCacheKit}. */
	@Nested
	class Cache extends VfsCacheKit {

	}

	/** {@link VfsCommitKit}. */
	@Nested
	class Commit extends VfsCommitKit {

	}

	/** {@link VfsCreateKit}. */
	@Nested
	class Create extends VfsCreateKit {

	}

	/** {@link VfsFixedKit}. */
	@Nested
	class Fixed extends VfsFixedKit {

	}

	/** {@link VfsAllocateKit}. */
	@Nested
	class Allocate extends VfsAllocateKit {

	}

	/** {@link VfsConflictKit}. */
	@Nested
	class Conflict extends VfsConflictKit {

	}

	/** {@link VfsFailureKit}. */
	@Nested
	class Failure extends VfsFailureKit {

	}

	/** {@link VfsVersionKit}. */
	@Nested
	class Version extends VfsVersionKit {

	}

	/** {@link VfsSizeKit}. */
	@Nested
	class Size extends VfsSizeKit {

	}

	/** {@link VfsRenameKit}. */
	@Nested
	class Rename extends VfsRenameKit {

	}

	/** {@link VfsDeleteKit}. */
	@Nested
	class Delete extends VfsDeleteKit {

	}

	/** {@link VfsScratchKit}. */
	@Nested
	class Scratch extends VfsScratchKit {

	}

	/** {@link VfsScratchDirectoryKit}. */
	@Nested
	class ScratchDirectories extends VfsScratchDirectoryKit {

	}

	/** {@link VfsBackupKit}. */
	@Nested
	class Backup extends VfsBackupKit {

	}

	/** {@link VfsStoredBackupKit}. */
	@Nested
	class StoredBackup extends VfsStoredBackupKit {

	}

	/** {@link VfsBackupRaceKit}. */
	@Nested
	class BackupRace extends VfsBackupRaceKit {

	}

	/** {@link VfsListingKit}. */
	@Nested
	class Listing extends VfsListingKit {

	}

	/** {@link VfsTimesKit}. */
	@Nested
	class Times extends VfsTimesKit {

	}

	/** {@link VfsHandleKit}. */
	@Nested
	class Handle extends VfsHandleKit {

	}

	/** {@link VfsConcurrencyKit}. */
	@Nested
	class Concurrency extends VfsConcurrencyKit {

	}

}
