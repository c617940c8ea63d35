package io.fusemount.transport.device.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.fusemount.transport.device.libc.DescriptorMessage;
import io.fusemount.transport.device.libc.Native;
import jnr.ffi.LibraryLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * What the service manager gets, on a socket like the one that it reads, and what the
 * next process finds.
 */
@Timeout(600)
class ServiceManagerStoreTests {

	private static final int AF_UNIX = 1;

	private static final int SOCK_DGRAM = 2;

	private static final int F_DUPFD = 0;

	private static final int F_GETFD = 1;

	private static final int FD_CLOEXEC = 1;

	/** Above those that the JVM uses, in the place of 3. */
	private static final int FIRST = 700;

	private static final Duration PATIENCE = Duration.ofSeconds(300);

	@TempDir
	Path directory;

	private final int manager = Native.libc().socket(AF_UNIX, SOCK_DGRAM, 0);

	private final int[] pipe = new int[2];

	private final List<Integer> inherited = new ArrayList<>();

	private final Map<String, String> environment = new HashMap<>();

	@BeforeEach
	void open() {
		assertThat(Native.libc().pipe2(this.pipe, 0)).isZero();
	}

	@AfterEach
	void close() {
		List.of(this.manager, this.pipe[0], this.pipe[1]).forEach(Native.libc()::close);
		this.inherited.forEach(Native.libc()::close);
	}

	@Test
	void aDescriptorIsKeptByWhoeverReadsTheSocket() throws Exception {
		bind(this.directory.resolve("notify").toString());
		store().keep("fusemount-archive-device", this.pipe[0]);
		DescriptorMessage message = receive();
		assertThat(text(message)).isEqualTo("FDSTORE=1\nFDPOLL=0\nFDNAME=fusemount-archive-device");
		int kept = Objects.requireNonNull(message.descriptor());
		assertThat(kept).isNotEqualTo(this.pipe[0]);
		assertThat(file(kept)).isEqualTo(file(this.pipe[0]));
		assertThat(Native.libc().close(kept)).isZero();
	}

	@Test
	void aNameIsRemoved() throws Exception {
		bind(this.directory.resolve("notify").toString());
		store().remove("fusemount-archive-helper");
		DescriptorMessage message = receive();
		assertThat(text(message)).isEqualTo("FDSTOREREMOVE=1\nFDNAME=fusemount-archive-helper");
		assertThat(message.descriptor()).isNull();
	}

	@Test
	void theSocketMayHaveAnAbstractAddress() throws Exception {
		bind("@fusemount-test-" + ProcessHandle.current().pid());
		store().remove("fusemount-a-device");
		assertThat(text(receive())).endsWith("FDNAME=fusemount-a-device");
	}

	@Test
	void anyNameReachesTheNextProcess() throws Exception {
		bind(this.directory.resolve("notify").toString());
		String name = "fusemount-Ärzte: 50% a+b\n-device";
		store().keep(name, this.pipe[0]);
		String sent = text(receive()).substring("FDSTORE=1\nFDPOLL=0\nFDNAME=".length());
		assertThat(sent).matches("[!-9;-~]+");
		inherit(sent);
		assertThat(store().take(name)).isEqualTo(FIRST);
	}

	@Test
	void namesThatDifferStayDifferent() throws Exception {
		bind(this.directory.resolve("notify").toString());
		List<String> names = List.of("fusemount-a b-device", "fusemount-a+b-device", "fusemount-a%20b-device",
				"fusemount-a:b-device");
		List<String> sent = new ArrayList<>();
		for (String name : names) {
			store().remove(name);
			sent.add(text(receive()));
		}
		assertThat(sent).doesNotHaveDuplicates();
	}

	@Test
	void aNameThatIsTooLongIsRefusedInWords() throws Exception {
		bind(this.directory.resolve("notify").toString());
		String longest = "fusemount-" + "x".repeat(245);
		store().remove(longest);
		assertThat(text(receive())).endsWith(longest);
		assertThatIOException().isThrownBy(() -> store().remove(longest + "x")).withMessageContaining("too long");
	}

	@Test
	void aFullQueueIsWaitedFor() throws Exception {
		bind(this.directory.resolve("notify").toString());
		ServiceManagerStore store = store();
		int many = Integer.parseInt(Files.readAllLines(Path.of("/proc/sys/net/unix/max_dgram_qlen")).get(0)) * 3;
		CompletableFuture<@Nullable Void> sender = CompletableFuture.runAsync(() -> {
			for (int i = 0; i < many; i++) {
				remove(store, "fusemount-" + i);
			}
		});
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> sender.get(200, TimeUnit.MILLISECONDS));
		for (int i = 0; i < many; i++) {
			assertThat(text(receive())).endsWith("-" + i);
		}
		sender.get();
	}

	@Test
	void aFullQueueIsNotWaitedForForEver() {
		bind(this.directory.resolve("notify").toString());
		ServiceManagerStore store = new ServiceManagerStore(this.environment::get, FIRST, Duration.ofMillis(50));
		assertThatIOException().isThrownBy(() -> {
			for (;;) {
				store.remove("fusemount-archive-device");
			}
		}).withMessageContaining("Resource temporarily unavailable");
	}

	@Test
	void aManagerThatIsGoneIsReportedInWords() {
		Path socket = this.directory.resolve("notify");
		this.environment.put("NOTIFY_SOCKET", socket.toString());
		this.environment.put("FDSTORE", "16");
		assertThatIOException().isThrownBy(() -> store().keep("fusemount-archive-device", this.pipe[0]))
			.withMessage("The descriptor store at " + socket + " was not reached: No such file or directory");
	}

	@Test
	void anAddressThatIsTooLongIsReportedInWords() {
		this.environment.put("NOTIFY_SOCKET", "/" + "x".repeat(108));
		this.environment.put("FDSTORE", "16");
		assertThatIOException().isThrownBy(() -> store().remove("fusemount-archive-device"))
			.withMessageContaining("File name too long");
	}

	@Test
	void withoutAManagerNothingIsKept() {
		assertThat(store().isThere()).isFalse();
		assertThat(store().take("fusemount-archive-device")).isNull();
		assertThatIOException().isThrownBy(() -> store().keep("fusemount-archive-device", this.pipe[0]))
			.withMessage("There is no descriptor store");
	}

	@ParameterizedTest
	@CsvSource({ "/run/notify,,false", "@notify,2,true", "/run/notify,1,true", "/run/notify,512,true",
			"/run/notify,0,false", "/run/notify,many,false", "vsock:2:1234,2,false", "'',2,false", ",1,false" })
	void theEnvironmentSaysWhetherThereIsAStore(@Nullable String socket, @Nullable String most, boolean there) {
		this.environment.put("NOTIFY_SOCKET", socket);
		this.environment.put("FDSTORE", most);
		assertThat(ServiceManagerStore.of(this.environment::get).isThere()).isEqualTo(there);
	}

	@Test
	void whatTheProcessBeforeHasLeftIsTakenOnceByItsName() {
		inherit("fusemount-a-device", "fusemount-b-device", "fusemount-a-helper");
		ServiceManagerStore store = store();
		assertThat(store.take("fusemount-a-helper")).isEqualTo(FIRST + 2);
		assertThat(store.take("fusemount-a-device")).isEqualTo(FIRST);
		assertThat(store.take("fusemount-a-device")).isNull();
		assertThat(store.take("fusemount-c-device")).isNull();
		assertThat(store.take("fusemount-b-device")).isEqualTo(FIRST + 1);
	}

	@Test
	void whatNobodyHasTakenIsClosedAndRemoved() {
		inherit("fusemount-a-device", "web.socket", "fusemount-b-device");
		bind(this.directory.resolve("notify").toString());
		ServiceManagerStore store = store();
		assertThat(store.take("fusemount-a-device")).isEqualTo(FIRST);
		store.abandon();
		assertThat(text(receive())).isEqualTo("FDSTOREREMOVE=1\nFDNAME=fusemount-b-device");
		assertThat(Native.libc().fcntl(FIRST, F_GETFD, 0)).isNotNegative();
		assertThat(Native.libc().fcntl(FIRST + 1, F_GETFD, 0)).isNotNegative();
		assertThat(Native.libc().fcntl(FIRST + 2, F_GETFD, 0)).isNegative();
		assertThat(store.take("fusemount-b-device")).isNull();
	}

	@Test
	void severalOfOneNameAreTakenOneAfterTheOther() {
		inherit("fusemount-a-device", "fusemount-a-device");
		ServiceManagerStore store = store();
		assertThat(store.take("fusemount-a-device")).isEqualTo(FIRST);
		assertThat(store.take("fusemount-a-device")).isEqualTo(FIRST + 1);
		assertThat(store.take("fusemount-a-device")).isNull();
	}

	@Test
	void whatIsInheritedIsKeptFromChildren() {
		inherit("web.socket", "fusemount-a-device");
		assertThat(Native.libc().fcntl(FIRST, F_GETFD, 0) & FD_CLOEXEC).isZero();
		ServiceManagerStore store = store();
		assertThat(Native.libc().fcntl(FIRST, F_GETFD, 0) & FD_CLOEXEC).isOne();
		assertThat(Native.libc().fcntl(FIRST + 1, F_GETFD, 0) & FD_CLOEXEC).isOne();
		assertThat(store.take("web.socket")).as("left by another part of the application").isNull();
	}

	@Test
	void whatIsMeantForAnotherProcessIsNotTaken() {
		inherit("fusemount-a-device");
		this.environment.put("LISTEN_PID", Long.toString(ProcessHandle.current().pid() + 1));
		assertThat(store().take("fusemount-a-device")).isNull();
		assertThat(Native.libc().fcntl(FIRST, F_GETFD, 0) & FD_CLOEXEC).isZero();
	}

	@Test
	void whatHasNoNameOfItsOwnIsNotTaken() {
		inherit("fusemount-a-device", "fusemount-b-device");
		this.environment.put("LISTEN_FDNAMES", "fusemount-a-device");
		assertThat(store().take("fusemount-a-device")).isNull();
	}

	@Test
	void whatIsNotOpenIsNotTaken() {
		inherit("fusemount-a-device");
		assertThat(Native.libc().close(FIRST)).isZero();
		assertThat(store().take("fusemount-a-device")).isNull();
	}

	private ServiceManagerStore store() {
		return new ServiceManagerStore(this.environment::get, FIRST, PATIENCE);
	}

	private static void remove(ServiceManagerStore store, String name) {
		try {
			store.remove(name);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private void bind(String address) {
		byte[] name = ("\1\0" + address.replace('@', '\0')).getBytes(StandardCharsets.UTF_8);
		Sockets sockets = LibraryLoader.loadLibrary(Sockets.class, Map.of(), "libc.so.6");
		assertThat(sockets.bind(this.manager, name, name.length)).isZero();
		this.environment.put("NOTIFY_SOCKET", address);
		this.environment.put("FDSTORE", "16");
	}

	private void inherit(String... names) {
		for (int i = 0; i < names.length; i++) {
			this.inherited.add(Native.libc().fcntl(this.pipe[0], F_DUPFD, FIRST));
			assertThat(this.inherited).last().isEqualTo(FIRST + i);
		}
		this.environment.put("LISTEN_PID", Long.toString(ProcessHandle.current().pid()));
		this.environment.put("LISTEN_FDS", Integer.toString(names.length));
		this.environment.put("LISTEN_FDNAMES", String.join(":", names));
	}

	private DescriptorMessage receive() {
		return Objects.requireNonNull(DescriptorMessage.receive(this.manager, 4096));
	}

	private static String text(DescriptorMessage message) {
		return new String(message.bytes(), StandardCharsets.US_ASCII);
	}

	private static String file(int descriptor) throws IOException {
		return Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor))).toString();
	}

	/**
	 * Public because JNR implements the interface in a class loader of its own.
	 */
	public interface Sockets {

		int bind(int socket, byte[] address, int length);

	}

}
