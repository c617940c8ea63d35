package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@EnabledIfFuse
@Timeout(120)
class ForgottenNodesTests {

	private static final Path KERNEL_MEMORY = Path.of("/proc/slabinfo");

	private static final Pattern INODES = Pattern.compile("(?m)^fuse_inode +([0-9]+)");

	private static final int FILES = 20_000;

	@BeforeEach
	void requireKernel() {
		assumeTrue(KernelRelease.isSince(6, 18), "Linux before 6.18 cannot be asked to forget nodes");
		assumeTrue(Files.isReadable(KERNEL_MEMORY), "Only root can see how many nodes the kernel remembers");
	}

	@Test
	void theKernelForgetsNodesThatAreTooMany() throws IOException {
		assertThat(nodesAfterLookingAtAll(1000)).isLessThan(FILES / 2);
	}

	@Test
	void theKernelRemembersNodesThatAreNotTooMany() throws IOException {
		assertThat(nodesAfterLookingAtAll(2 * FILES)).isGreaterThan(FILES * 9 / 10);
	}

	private static long nodesAfterLookingAtAll(int maxNodes) throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(maxNodes, true, true))) {
			for (int i = 0; i < FILES; i++) {
				mounted.files().application().put("file" + i, "0");
			}
			long before = nodes();
			Shell.in(mounted.directory()).check("find . -type f -size 1c | wc -l | grep -qx " + FILES);
			return nodes() - before;
		}
	}

	private static long nodes() throws IOException {
		Matcher inodes = INODES.matcher(Files.readString(KERNEL_MEMORY));
		return inodes.find() ? Long.parseLong(inodes.group(1)) : 0;
	}

}
