package io.fusemount.autoconfigure.directory;

import org.jspecify.annotations.Nullable;

/**
 * A directory can not be where {@code @FuseMount} says.
 */
public final class DirectoryPathException extends RuntimeException {

	DirectoryPathException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
