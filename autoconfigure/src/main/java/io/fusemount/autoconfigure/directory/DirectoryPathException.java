package io.fusemount.autoconfigure.directory;

import org.jspecify.annotations.Nullable;

/**
 * A directory cannot be mounted as its {@code @FuseMount} declares.
 */
public final class DirectoryPathException extends RuntimeException {

	DirectoryPathException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
