package io.fusemount.autoconfigure.directory;

import org.jspecify.annotations.Nullable;

/**
 * A directory cannot have the path in its {@code @FuseMount}.
 */
public final class DirectoryPathException extends RuntimeException {

	DirectoryPathException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
