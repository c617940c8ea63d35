package io.fusemount.core.vfs;

import java.nio.file.Path;

import io.fusemount.core.local.Loan;
import org.jspecify.annotations.Nullable;

/**
 * Files of the local disk that a filesystem lends to its transport, so that a kernel can
 * read content from there by itself.
 */
public interface Lending {

	/** Nothing is lent. */
	Lending NONE = new Lending() {

		@Override
		public @Nullable Path directory() {
			return null;
		}

		@Override
		public @Nullable Loan lend(HandleId handle) {
			return null;
		}

	};

	/**
	 * Returns the directory of all files that are lent, which may not exist yet;
	 * {@code null} if none are.
	 */
	@Nullable Path directory();

	/**
	 * Lends the whole content of an open file that no program can change, or returns
	 * {@code null} if it has to be read in another way. The loan may end later than the
	 * handle.
	 */
	@Nullable Loan lend(HandleId handle);

}
