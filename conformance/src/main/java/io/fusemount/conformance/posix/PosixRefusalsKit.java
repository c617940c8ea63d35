package io.fusemount.conformance.posix;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the errno of operations that cannot be done, as specified by POSIX or the
 * Linux manual.
 */
abstract class PosixRefusalsKit extends DirectoryKit {

	private static final String PRELUDE = "import ctypes, errno, mmap, os, socket, stat\n"
			+ "libc = ctypes.CDLL(None, use_errno=True)\n" + "def flags(source, target, flags):\n"
			+ "    if libc.renameat2(-100, source, -100, target, flags): raise OSError(ctypes.get_errno(), 'renameat2')\n"
			+ "def copy(): return os.open('copy' + str(len(os.listdir('.'))), os.O_RDWR | os.O_CREAT)\n"
			+ "def fallocate(file, mode, start, length):\n"
			+ "    start, length = ctypes.c_long(start), ctypes.c_long(length)\n"
			+ "    if libc.fallocate(file, mode, start, length): raise OSError(ctypes.get_errno(), 'fallocate')\n"
			+ "reader, writer = os.open('file', os.O_RDONLY), os.open('file', os.O_RDWR)\n";

	@BeforeEach
	void twoFilesAreThere() {
		assumeInstalled("python3");
		sh("printf text > file; printf other > other");
	}

	/** Regardless of what the filesystem supports beyond files. */
	@Test
	void errnoIsTheUsualOne() {
		answers("""
				EEXIST os.open('file', os.O_CREAT | os.O_EXCL)
				ENOTDIR os.open('file', os.O_DIRECTORY)
				ENOTDIR os.open('file/', os.O_RDONLY)
				ENOTDIR os.open('file/x', os.O_RDWR | os.O_CREAT)
				EISDIR os.open('new/', os.O_RDWR | os.O_CREAT)
				EISDIR os.open('.', os.O_RDWR)
				ENOENT os.open('missing', os.O_RDWR)
				ENOENT os.open('missing/x', os.O_RDWR | os.O_CREAT)
				EBADF os.write(reader, b'x')
				EINVAL os.ftruncate(reader, 0)
				EBADF fallocate(reader, 0, 0, 10)
				EINVAL fallocate(writer, 0, 0, 0)
				EINVAL fallocate(writer, 0, -1, 10)
				EOPNOTSUPP fallocate(writer, 2, 0, 10)
				EISDIR os.pread(os.open('.', os.O_RDONLY), 1, 0)
				EINVAL os.lseek(reader, -1, os.SEEK_SET)
				ENXIO os.lseek(reader, 4, os.SEEK_DATA)
				EINVAL os.truncate('file', -1)
				EISDIR os.truncate('.', 0)
				ENOENT os.truncate('missing', 0)
				ENOTDIR os.listdir('file')
				EEXIST os.mkdir('file')
				EEXIST os.symlink('x', 'file')
				EEXIST os.link('file', 'other')
				ENOENT os.link('missing', 'new')
				EEXIST os.mkfifo('file')
				ENOTDIR os.rmdir('file')
				ENOENT os.rmdir('missing')
				EINVAL os.rmdir('.')
				ENOENT os.unlink('missing')
				ENOTDIR os.unlink('file/x')
				ENOTDIR os.unlink('file/')
				ENOENT os.rename('missing', 'new')
				ENOTDIR os.rename('file/x', 'new')
				ENOTDIR os.rename('file', 'new/')
				ENOENT os.rename('file', 'missing/new')
				ENOTDIR os.rename('file', 'other/new')
				EBUSY os.rename('.', 'new')
				EEXIST flags(b'file', b'other', 1)
				EINVAL flags(b'file', b'other', 3)
				EINVAL os.readlink('file')
				ENODATA os.getxattr('file', 'user.missing')
				ENAMETOOLONG os.stat('x' * 256)
				ENAMETOOLONG os.open('x' * 256, os.O_RDWR | os.O_CREAT)
				ENAMETOOLONG os.unlink('x' * 256)
				ENAMETOOLONG os.mkdir('x' * 256)
				ENAMETOOLONG os.stat('./' * 2048 + 'file')
				EACCES os.execv('./file', ['file'])
				""");
		assertUntouched();
	}

	/** Things that a repository cannot have. */
	@Test
	void whatARepositoryHasNotIsRefused() {
		if (target().hasSymbolicLinks() || target().hasHardLinks()) {
			// A disk supports all of this.
			return;
		}
		answers("""
				EPERM os.symlink('file', 'new')
				EPERM os.link('file', 'new')
				EPERM os.mkfifo('new')
				EPERM os.mknod('new', stat.S_IFCHR | 0o600, os.makedev(1, 3))
				EPERM os.mknod('new', stat.S_IFBLK | 0o600, os.makedev(1, 3))
				EPERM os.mknod('new', stat.S_IFSOCK | 0o600)
				EPERM socket.socket(socket.AF_UNIX).bind('new')
				EOPNOTSUPP os.open('.', os.O_TMPFILE | os.O_RDWR)
				EINVAL flags(b'file', b'other', 2)
				EINVAL flags(b'file', b'other', 4)
				EOPNOTSUPP fallocate(writer, 8, 0, 4096)
				EOPNOTSUPP fallocate(writer, 32, 0, 4096)
				EOPNOTSUPP fallocate(writer, 64, 0, 4096)
				EOPNOTSUPP os.getxattr('file', 'security.selinux')
				EOPNOTSUPP os.getxattr('file', 'system.posix_acl_access')
				EOPNOTSUPP os.setxattr('file', 'user.new', b'1')
				EOPNOTSUPP os.removexattr('file', 'user.new')
				EILSEQ os.open(b'\\xff', os.O_RDWR | os.O_CREAT)
				""");
		assertUntouched();
	}

	@Test
	void aRenameCanBeAskedToReplaceNothing() {
		answers(target().canRenameWithoutReplacing() ? """
				done flags(b'file', b'new', 1)
				EEXIST flags(b'new', b'other', 1)
				done flags(b'new', b'file', 1)
				""" : """
				EINVAL flags(b'file', b'new', 1)
				""");
		assertUntouched();
	}

	/** Calls that look unusual but are ordinary. */
	@Test
	void unusualCallEndsWell() {
		answers("""
				done os.rename('file', './file')
				done os.close(os.open('file', os.O_RDONLY | os.O_NOFOLLOW))
				done os.close(os.open('file', os.O_PATH))
				done os.fsync(os.open('.', os.O_RDONLY))
				done os.fdatasync(reader)
				done os.fsync(reader)
				done os.posix_fadvise(reader, 0, 0, os.POSIX_FADV_WILLNEED)
				done os.posix_fadvise(reader, 0, 0, os.POSIX_FADV_DONTNEED)
				done libc.readahead(reader, 0, 4096) and 1 / 0
				done libc.sync_file_range(writer, 0, 0, 7) and 1 / 0
				done libc.syncfs(reader) and 1 / 0
				done os.fstatvfs(reader)
				done os.utime('file', ns=(1, 2))
				done os.access('file', os.R_OK | os.W_OK) or 1 / 0
				done os.access('file', os.X_OK) and 1 / 0
				""");
		assertUntouched();
	}

	@Test
	void kernelCopiesFromFileToFile() {
		answers("""
				done os.copy_file_range(reader, copy(), 4, 0)
				done os.sendfile(copy(), reader, 0, 4)
				done (lambda pipe: (os.splice(reader, pipe[1], 4, 0), os.splice(pipe[0], copy(), 4)))(os.pipe())
				""");
		assertThat(sh("cat copy*")).isEqualTo("texttexttext");
	}

	@Test
	void directIoReadsAndWrites() {
		sh("python3 -c " + Shell.quote(PRELUDE + """
				page = mmap.mmap(-1, 4096)
				page[:] = b'x' * 4096
				direct = os.open('direct', os.O_RDWR | os.O_CREAT | os.O_DIRECT)
				os.writev(direct, [page])
				os.lseek(direct, 0, 0)
				page[:] = b'y' * 4096
				os.readv(direct, [page])
				assert page[:] == b'x' * 4096
				"""));
		assertThat(sh("tr -d x < direct | wc -c; wc -c < direct")).isEqualTo("0\n4096\n");
	}

	@Test
	void openForReadingWithTruncateEmptiesTheFile() {
		answers("done os.close(os.open('file', os.O_RDONLY | os.O_TRUNC))");
		assertThat(path("file")).isEmptyFile();
	}

	@Test
	void scriptIsRunByItsInterpreter() {
		assertThat(sh("printf 'echo hello' > script && sh ./script")).isEqualTo("hello\n");
	}

	/**
	 * Requires the answers of calls: each line is an errno, or {@code done}, and a call.
	 */
	private void answers(String expected) {
		String lines = sh("python3 -c " + Shell.quote(PRELUDE + """
				import sys
				for line in sys.argv[1].strip().split('\\n'):
				    call = line.split(' ', 1)[1]
				    try:
				        eval(call)
				        print('done', call)
				    except OSError as ex:
				        print('EOPNOTSUPP' if ex.errno == 95 else errno.errorcode[ex.errno], call)
				""") + " " + Shell.quote(expected));
		assertThat(lines.strip()).isEqualTo(expected.strip());
	}

	private void assertUntouched() {
		assertThat(names()).containsExactly("file", "other");
		assertThat(sh("cat file other")).isEqualTo("textother");
	}

}
