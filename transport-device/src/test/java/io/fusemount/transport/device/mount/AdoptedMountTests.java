package io.fusemount.transport.device.mount;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.MountTable;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * A mount that changes hands: this process plays the one that leaves, the one that holds
 * the descriptors meanwhile, and the next. Nobody serves the mount, so nothing here may
 * look into it.
 */
@EnabledIfFuse
@Timeout(600)
class AdoptedMountTests {

	private static final int F_GETFD = 1;

	private static final int F_DUPFD_CLOEXEC = 1030;

	/** Above those that other threads of the JVM open meanwhile. */
	private static final int LOWEST = 600;

	private static final int O_RDWR = 2;

	private static final int WNOHANG = 1;

	private static final int INIT = 26;

	private static final MountOptions OPTIONS = new MountOptions("adopted", Path.of("/"), false, false, false, 1, 0);

	private final LibC c = Native.libc();

	@TempDir
	Path directory;

	private Path mountPoint;

	private Path another;

	private final List<Integer> helpers = new ArrayList<>();

	/** Those of the holder. */
	private int device;

	private int socket;

	@BeforeEach
	void mountAndHold() throws Exception {
		this.mountPoint = Files.createDirectory(this.directory.toRealPath().resolve("mount"));
		this.another = Files.createDirectory(this.mountPoint.resolveSibling("another"));
		KernelMount mount = mount(this.mountPoint);
		this.device = duplicate(mount.device());
		this.socket = duplicate(mount.socket());
		this.c.close(mount.device());
		mount.leave();
		assertThat(mount.isMounted()).as("known to the one that has left").isFalse();
	}

	@AfterEach
	void unmount() {
		for (Path place : List.of(this.mountPoint, this.another)) {
			while (MountTable.read().at(place) != null) {
				assertThat(Unmount.lazy(place)).isEmpty();
			}
		}
		this.c.close(this.device);
		this.c.close(this.socket);
		this.helpers.forEach((helper) -> await().until(() -> hasEnded(helper)));
	}

	@Test
	void theNextProcessGetsTheRequestsAndUnmounts() {
		KernelMount adopted = adopt();
		assertThat(adopted.isMounted()).isTrue();
		assertThat(adopted.isOnTop()).isTrue();
		assertThat(adopted.displacement()).isNull();
		assertThat(nextRequest(adopted.device())).isEqualTo(INIT);
		assertThat(adopted.unmount()).isTrue();
		assertThat(entry()).isNull();
		assertThat(adopted.isMounted()).isFalse();
		this.c.close(adopted.device());
		adopted.release();
	}

	@Test
	void theDescriptorsOfTheNextProcessAreClosedInTheOrderThatTheHelperNeeds() {
		KernelMount adopted = adopt();
		assertThat(adopted.device()).isGreaterThan(adopted.socket());
		this.c.close(adopted.device());
		adopted.release();
		assertThat(isOpen(adopted.socket())).isFalse();
	}

	@Test
	void theHelperUnmountsWhenTheLastOfThoseThatHoldTheMountIsGone() {
		KernelMount adopted = adopt();
		this.c.close(adopted.device());
		adopted.leave();
		this.c.close(this.device);
		await().during(Duration.ofMillis(300)).until(() -> entry() != null && !hasEnded(this.helpers.get(0)));
		this.c.close(this.socket);
		int helper = this.helpers.remove(0);
		await().until(() -> hasEnded(helper));
		assertThat(entry()).isNull();
	}

	@Test
	void aMountThatWasLeftIsNeitherUnmountedNorReleased() {
		KernelMount adopted = adopt();
		this.c.close(adopted.device());
		adopted.leave();
		int reused = this.c.fcntl(this.socket, F_DUPFD_CLOEXEC, adopted.socket());
		assertThat(reused).isEqualTo(adopted.socket());
		assertThat(adopted.detach()).isEmpty();
		adopted.release();
		assertThat(entry()).isNotNull();
		assertThat(isOpen(reused)).isTrue();
		this.c.close(reused);
	}

	@Test
	void aMountNeedsNoHelper() {
		KernelMount adopted = adopt(null);
		assertThat(adopted.socket()).isEqualTo(-1);
		assertThat(adopted.isOnTop()).isTrue();
		assertThat(adopted.unmount()).isTrue();
		this.c.close(adopted.device());
		adopted.release();
	}

	@Test
	void whatWasUnmountedIsRefused() {
		assertThat(Unmount.lazy(this.mountPoint)).isEmpty();
		assertRefused(Reason.NOT_MOUNTED, "nothing is mounted there", this.mountPoint, duplicate(this.device));
	}

	@Test
	void anotherKindOfFilesystemIsRefused() {
		assertRefused(Reason.DISPLACED, "another filesystem (proc) is mounted there", Path.of("/proc"),
				duplicate(this.device));
	}

	@Test
	void theDeviceOfAnotherMountIsRefused() throws Exception {
		assumeThat(Files.readString(Path.of("/proc/self/fdinfo", Integer.toString(this.device))))
			.as("the kernel tells whose device it is")
			.contains("fuse_connection");
		KernelMount other = mount(this.another);
		assertRefused(Reason.DISPLACED, "another filesystem (fuse.fusemount) is mounted there", this.another,
				duplicate(this.device));
		assertThat(other.unmount()).isTrue();
		this.c.close(other.device());
		other.release();
		this.helpers.remove(1);
	}

	@Test
	void aDeviceWithoutAConnectionIsRefused() {
		int fresh = this.c.open(NativeText.encode("/dev/fuse"), O_RDWR);
		assertRefused(Reason.OTHER, "the kernel has ended its connection", this.mountPoint, duplicate(fresh));
		this.c.close(fresh);
	}

	@Test
	void aMountWithOtherOptionsIsRefused() {
		MountOptions others = new MountOptions("adopted", Path.of("/"), false, true, false, 1, 0);
		int own = duplicate(this.device);
		assertThatExceptionOfType(MountException.class)
			.isThrownBy(() -> KernelMount.adopt(this.mountPoint, others, own, null))
			.withMessageEndingWith("read-only, allow-other or default-permissions of fusemount have changed");
		assertThat(isOpen(own)).isFalse();
	}

	private void assertRefused(Reason reason, String words, Path place, int device) {
		int end = duplicate(this.socket);
		ThrowingCallable adoption = () -> KernelMount.adopt(place, OPTIONS, device, end);
		assertThatExceptionOfType(MountException.class).isThrownBy(adoption)
			.withMessage("The mount at " + place + " cannot be taken over: " + words)
			.extracting(MountException::reason)
			.isEqualTo(reason);
		assertThat(isOpen(device)).isFalse();
		assertThat(isOpen(end)).isFalse();
	}

	private KernelMount mount(Path place) throws IOException {
		KernelMount mount = KernelMount.mount(place, "rw,auto_unmount,subtype=fusemount,fsname=fusemount:adopted");
		this.helpers.add(helper(place));
		return mount;
	}

	private KernelMount adopt() {
		return adopt(duplicate(this.socket));
	}

	private KernelMount adopt(@Nullable Integer end) {
		return KernelMount.adopt(this.mountPoint, OPTIONS, duplicate(this.device), end);
	}

	private @Nullable MountEntry entry() {
		return MountTable.read().at(this.mountPoint);
	}

	private int duplicate(int descriptor) {
		int duplicate = this.c.fcntl(descriptor, F_DUPFD_CLOEXEC, LOWEST);
		assertThat(duplicate).isNotNegative();
		return duplicate;
	}

	private boolean isOpen(int descriptor) {
		return this.c.fcntl(descriptor, F_GETFD, 0) >= 0;
	}

	/** Waits for a request and returns its operation. */
	private int nextRequest(int from) {
		byte[] request = new byte[1 << 20];
		assertThat(this.c.read(from, request, request.length)).isPositive();
		return ByteBuffer.wrap(request).order(ByteOrder.nativeOrder()).getInt(Integer.BYTES);
	}

	private int helper(Path place) throws IOException {
		List<Integer> found = new ArrayList<>();
		for (ProcessHandle child : ProcessHandle.current().children().toList()) {
			String command = Files.readString(Path.of("/proc", Long.toString(child.pid()), "cmdline"),
					StandardCharsets.ISO_8859_1);
			int pid = (int) child.pid();
			if (command.contains(place.toString()) && !this.helpers.contains(pid)) {
				found.add(pid);
			}
		}
		assertThat(found).hasSize(1);
		return found.get(0);
	}

	private boolean hasEnded(int helper) {
		return this.c.waitpid(helper, new int[1], WNOHANG) == helper;
	}

}
