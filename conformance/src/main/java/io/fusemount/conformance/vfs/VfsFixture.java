package io.fusemount.conformance.vfs;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * A filesystem to be tested, with everything around it:
 *
 * <pre>
 * /
 * ├── files/        empty, can be written, belongs to the application
 * ├── fixed/        empty, can be written, takes no new files
 * └── archive/      cannot be written
 *     └── old.txt   the text "old"
 * </pre>
 *
 * Attributes are cached for longer than a test takes, unless they are invalidated.
 */
public interface VfsFixture extends AutoCloseable {

	/**
	 * Returns the filesystem, always the same instance.
	 */
	VirtualFileSystem fileSystem();

	/**
	 * Returns the path of the directory that belongs to the application.
	 */
	default String directory() {
		return "/files";
	}

	/**
	 * Returns another filesystem over the same files, as after a restart. It is closed
	 * together with this fixture.
	 */
	VirtualFileSystem restarted();

	/**
	 * Closes the filesystem, and returns another one with the same files and the same
	 * local files. It is closed together with this fixture.
	 */
	VirtualFileSystem reopened();

	/**
	 * Returns another filesystem over the same files, always the same instance, that
	 * keeps both versions on a conflict. It is closed together with this fixture.
	 */
	VirtualFileSystem keepingBoth();

	/**
	 * Returns the dispatcher that operations of programs pass through.
	 */
	Dispatcher dispatcher();

	/**
	 * Returns the application that owns {@code /files}.
	 */
	Application application();

	/**
	 * Returns the application that owns {@code /fixed}.
	 */
	Application fixed();

	/**
	 * Returns the places of content that could not be committed at the last close, as
	 * reported to
	 * {@link io.fusemount.core.operation.OperationListener#contentUnsaved(String, String, Throwable)}.
	 */
	List<Path> unsavedContent();

	/**
	 * Returns the operations that have failed without a program to receive the errno, as
	 * reported to {@link io.fusemount.core.operation.OperationListener#operationFailed}:
	 * operation, path, errno and reason.
	 */
	List<String> failures();

	/**
	 * Returns the conflicts so far, as reported to
	 * {@link io.fusemount.core.operation.OperationListener#contentConflicted}: the path
	 * of the file, and that of the other one or {@code null}.
	 */
	List<String> conflicts();

	@Override
	void close();

}
