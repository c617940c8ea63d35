package io.fusemount.bench.transport;

import java.io.IOException;
import java.nio.file.Path;

import jnr.ffi.Pointer;
import ru.serce.jnrfuse.ErrorCodes;
import ru.serce.jnrfuse.FuseStubFS;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseFileInfo;

/**
 * A process that mounts the null filesystem with jnr-fuse's own mount, until its input
 * ends.
 */
public final class JnrFuseServer extends FuseStubFS {

	private final byte[] zeros = new byte[1 << 20];

	private JnrFuseServer() {
	}

	public static void main(String[] arguments) throws IOException {
		JnrFuseServer server = new JnrFuseServer();
		server.mount(Path.of(arguments[0]), false, false, new String[] { "-o", "ro,big_writes" });
		System.in.transferTo(java.io.OutputStream.nullOutputStream());
		server.umount();
	}

	@Override
	public int getattr(String path, FileStat stat) {
		if (path.equals("/")) {
			stat.st_mode.set(FileStat.S_IFDIR | 0755);
			stat.st_nlink.set(2);
			return 0;
		}
		if (path.equals("/" + Zeros.NAME)) {
			stat.st_mode.set(FileStat.S_IFREG | 0444);
			stat.st_nlink.set(1);
			stat.st_size.set(Zeros.SIZE);
			return 0;
		}
		return -ErrorCodes.ENOENT();
	}

	@Override
	public int read(String path, Pointer buffer, long size, long offset, FuseFileInfo info) {
		int length = Zeros.length(offset, size);
		buffer.put(0, this.zeros, 0, length);
		return length;
	}

}
