package io.fusemount.transport.jnr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@EnabledIfFuse
@Timeout(120)
class LookedUpNamesTests {

	private static final Path KERNEL_MEMORY = Path.of("/proc/slabinfo");

	private static final Pattern INODES = Pattern.compile("(?m)^fuse_inode +([0-9]+)");

	private static final Pattern RELEASE = Pattern.compile("([0-9]+)\\.([0-9]+).*");

	private static final int FILES = 20_000;

	@TempDir
	Path root;

	@BeforeEach
	void requireKernel() {
		Matcher release = RELEASE.matcher(System.getProperty("os.version"));
		assumeTrue(
				release.matches()
						&& Integer.parseInt(release.group(1)) * 1000 + Integer.parseInt(release.group(2)) >= 6018,
				"Linux before 6.18 cannot be asked to forget names");
		assumeTrue(Files.isReadable(KERNEL_MEMORY), "Only root can see how many nodes the kernel remembers");
	}

	@Test
	void theKernelForgetsNamesThatAreTooMany() throws IOException {
		assertThat(nodesAfterLookingAtAll(1000)).isLessThan(FILES / 2);
	}

	@Test
	void theKernelRemembersNamesThatAreNotTooMany() throws IOException {
		assertThat(nodesAfterLookingAtAll(FILES)).isGreaterThan(FILES * 9 / 10);
	}

	@Test
	void aFileThatIsOpenStaysWhereItIs() throws IOException {
		MemoryFileSystem files = files();
		TransportSession session = mount(files, 1000);
		try (var open = Files.newByteChannel(this.root.resolve("0"))) {
			lookAtAll();
			assertThat(open.size()).isEqualTo(1);
			assertThat(Files.readString(this.root.resolve("0"))).isEqualTo("0");
		}
		finally {
			session.unmount(Mounted.PATIENCE);
		}
	}

	private long nodesAfterLookingAtAll(int maxNames) throws IOException {
		TransportSession session = mount(files(), maxNames);
		try {
			long before = nodes();
			lookAtAll();
			return nodes() - before;
		}
		finally {
			session.unmount(Mounted.PATIENCE);
		}
	}

	private TransportSession mount(MemoryFileSystem files, int maxNames) {
		OperationListener listener = new OperationListener() {
		};
		return new JnrTransport(maxNames).mount(files, new Dispatcher(new ErrnoTranslators(List.of()), listener),
				Mounted.options(this.root, 2, 1));
	}

	private static MemoryFileSystem files() {
		MemoryFileSystem files = new MemoryFileSystem();
		for (int i = 0; i < FILES; i++) {
			files.file("/" + i, "0");
		}
		return files;
	}

	private void lookAtAll() {
		for (int i = 0; i < FILES; i++) {
			assertThat(this.root.resolve(Integer.toString(i)).toFile().length()).isEqualTo(1);
		}
	}

	private static long nodes() throws IOException {
		Matcher inodes = INODES.matcher(Files.readString(KERNEL_MEMORY));
		return inodes.find() ? Long.parseLong(inodes.group(1)) : 0;
	}

}
