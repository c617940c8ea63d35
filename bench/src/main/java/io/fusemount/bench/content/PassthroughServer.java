package io.fusemount.bench.content;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

import com.kenai.jffi.MemoryIO;
import jnr.ffi.Pointer;
import ru.serce.jnrfuse.ErrorCodes;
import ru.serce.jnrfuse.FuseFillDir;
import ru.serce.jnrfuse.FuseStubFS;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseFileInfo;

/**
 * A process that exposes one local file with jnr-fuse, mounted by jnr-fuse itself, until
 * its input ends: the usual solution for content that is in a directory.
 */
public final class PassthroughServer extends FuseStubFS {

	static final String NAME = "local";

	private final FileChannel channel;

	private final long size;

	private PassthroughServer(FileChannel channel) throws IOException {
		this.channel = channel;
		this.size = channel.size();
	}

	/**
	 * Runs the server.
	 * @param arguments the file and the mount point
	 */
	public static void main(String[] arguments) throws IOException {
		try (FileChannel channel = FileChannel.open(Path.of(arguments[0]))) {
			PassthroughServer server = new PassthroughServer(channel);
			server.mount(Path.of(arguments[1]), false, false, new String[] { "-o", "ro,big_writes" });
			System.in.transferTo(OutputStream.nullOutputStream());
			server.umount();
		}
	}

	@Override
	public int getattr(String path, FileStat stat) {
		if (path.equals("/")) {
			stat.st_mode.set(FileStat.S_IFDIR | 0755);
			stat.st_nlink.set(2);
			return 0;
		}
		if (path.equals("/" + NAME)) {
			stat.st_mode.set(FileStat.S_IFREG | 0444);
			stat.st_nlink.set(1);
			stat.st_size.set(this.size);
			return 0;
		}
		return -ErrorCodes.ENOENT();
	}

	@Override
	public int readdir(String path, Pointer buffer, FuseFillDir filler, long offset, FuseFileInfo info) {
		filler.apply(buffer, NAME, null, 0);
		return 0;
	}

	/** Reads directly into libfuse's memory, without an array in between. */
	@Override
	public int read(String path, Pointer buffer, long size, long offset, FuseFileInfo info) {
		ByteBuffer target = MemoryIO.getInstance().newDirectByteBuffer(buffer.address(), (int) size);
		try {
			int total = 0;
			for (int length = 0; length >= 0 && target.hasRemaining(); total += length) {
				length = this.channel.read(target, offset + total);
				if (length < 0) {
					break;
				}
			}
			return total;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
