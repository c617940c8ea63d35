package io.fusemount.test.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.test.FuseMountFiles;

/**
 * Files without a kernel. The same operations are called in the same order as the kernel
 * would.
 */
final class MemoryFiles implements FuseMountFiles {

	private static final OpenOptions OVERWRITE = new OpenOptions(false, true, true, OpenOptions.Creation.SHARED, false,
			false);

	private static final int PIECE = 128 << 10;

	private final MemorySession session;

	private final VirtualFileSystem fileSystem;

	private final Function<String, FuseMountFiles> mounts;

	MemoryFiles(MemorySession session, Function<String, FuseMountFiles> mounts) {
		this.session = session;
		this.mounts = mounts;
		this.fileSystem = session.fileSystem();
	}

	@Override
	public FuseMountFiles mount(String name) {
		return this.mounts.apply(name);
	}

	@Override
	public boolean isMounted() {
		return false;
	}

	@Override
	public Path mountPoint() {
		throw new IllegalStateException("Nothing is mounted, the files are in memory: use the methods of "
				+ FuseMountFiles.class.getSimpleName() + ", or @AutoConfigureFuseMount(transport = KERNEL)");
	}

	@Override
	public byte[] read(String path) throws IOException {
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		HandleId handle = handle(Operation.OPEN, path,
				() -> this.fileSystem.open(this.fileSystem.resolve(absolute(path)), OpenOptions.READ));
		try {
			ByteBuffer piece = ByteBuffer.allocate(PIECE);
			while (ask(Operation.READ, path, () -> this.fileSystem.read(handle, content.size(), piece)) > 0) {
				content.write(piece.array(), 0, piece.position());
				piece.clear();
			}
		}
		finally {
			release(handle, path);
		}
		return content.toByteArray();
	}

	@Override
	public void write(String path, byte[] content) throws IOException {
		HandleId handle = openOrCreate(path);
		try {
			for (int at = 0; at < content.length; at += PIECE) {
				int start = at;
				ByteBuffer piece = ByteBuffer.wrap(content, at, Math.min(PIECE, content.length - at));
				ask(Operation.WRITE, path, () -> this.fileSystem.write(handle, start, piece));
			}
			ask(Operation.FLUSH, path, () -> {
				this.fileSystem.flush(handle);
				return 0;
			});
		}
		finally {
			release(handle, path);
		}
	}

	private HandleId openOrCreate(String path) throws IOException {
		if (exists(path)) {
			return handle(Operation.OPEN, path,
					() -> this.fileSystem.open(this.fileSystem.resolve(absolute(path)), OVERWRITE));
		}
		return handle(Operation.CREATE, path,
				() -> this.fileSystem.create(this.fileSystem.locate(absolute(path)), OVERWRITE));
	}

	private boolean exists(String path) throws IOException {
		return ask(Operation.GETATTR, path, () -> {
			try {
				this.fileSystem.resolve(absolute(path));
				return 1;
			}
			catch (ErrnoException ex) {
				if (ex.errno() == Errno.ENOENT) {
					return 0;
				}
				throw ex;
			}
		}) == 1;
	}

	@Override
	public long size(String path) throws IOException {
		return ask(Operation.GETATTR, path,
				() -> this.fileSystem.status(this.fileSystem.resolve(absolute(path))).size());
	}

	@Override
	public List<String> list(String path) throws IOException {
		List<String> names = new ArrayList<>();
		HandleId handle = handle(Operation.OPENDIR, path,
				() -> this.fileSystem.openDirectory(this.fileSystem.resolve(absolute(path))));
		try {
			ask(Operation.READDIR, path, () -> {
				this.fileSystem.readDirectory(handle, 0, (name, status, next) -> names.add(name));
				return 0;
			});
		}
		finally {
			ask(Operation.RELEASEDIR, path, () -> {
				this.fileSystem.releaseDirectory(handle);
				return 0;
			});
		}
		names.removeAll(List.of(".", ".."));
		return names.stream().sorted().toList();
	}

	@Override
	public void move(String source, String target) throws IOException {
		ask(Operation.RENAME, source, () -> {
			this.fileSystem.rename(this.fileSystem.locate(absolute(source)), this.fileSystem.locate(absolute(target)));
			return 0;
		});
	}

	@Override
	public void delete(String path) throws IOException {
		ask(Operation.UNLINK, path, () -> {
			this.fileSystem.delete(this.fileSystem.locate(absolute(path)));
			return 0;
		});
	}

	private void release(HandleId handle, String path) throws IOException {
		ask(Operation.RELEASE, path, () -> {
			this.fileSystem.release(handle);
			return 0;
		});
	}

	private HandleId handle(Operation operation, String path, Opening opening) throws IOException {
		return new HandleId(ask(operation, path, () -> opening.open().value()));
	}

	private long ask(Operation operation, String path, MemorySession.Question question) throws IOException {
		return this.session.ask(operation, absolute(path), question);
	}

	private static String absolute(String path) {
		return path.startsWith("/") ? path : "/" + path;
	}

	@FunctionalInterface
	private interface Opening {

		HandleId open();

	}

}
