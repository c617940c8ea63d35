package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract: the program receives the answer of the core, and nothing else.
 */
abstract class TransportAnswersKit extends TransportKit {

	private static final String[] STRERROR = { "EIO=Input/output error", "EBUSY=Device or resource busy",
			"EACCES=Permission denied", "EROFS=Read-only file system", "EDQUOT=Disk quota exceeded",
			"ENOSPC=No space left on device", "EFBIG=File too large", "ETIMEDOUT=Connection timed out",
			"EAGAIN=Resource temporarily unavailable", "EINVAL=Invalid argument", "ENAMETOOLONG=File name too long",
			"EOPNOTSUPP=Operation not supported" };

	static Stream<String> strerror() {
		return Stream.of(STRERROR);
	}

	static Stream<Supplier<? extends Throwable>> throwables() {
		return Stream.of(() -> new IllegalStateException("unchecked"), () -> new Exception("checked"),
				() -> new AssertionFailedError("error"), StackOverflowError::new, OutOfMemoryError::new,
				InterruptedException::new, () -> new RuntimeException(new IOException("caused")));
	}

	@ParameterizedTest
	@MethodSource("strerror")
	void errnoOfALookupArrives(String pair) throws IOException {
		String[] errnoAndText = pair.split("=");
		MountedFiles mounted = mount();
		mounted.files().troubles().failNext(Call.FIND, Errno.valueOf(errnoAndText[0]));
		assertThatExceptionOfType(FileSystemException.class)
			.isThrownBy(() -> Files.size(mounted.directory().resolve("a.txt")))
			.satisfies((failure) -> assertThat(failure.toString()).containsAnyOf(errnoAndText[1], "AccessDenied"));
		assertThat(mounted.listener().failures()).contains(Errno.valueOf(errnoAndText[0]));
		mounted.files().application().put("b.txt", "there");
		assertThat(mounted.directory().resolve("b.txt")).hasContent("there");
	}

	@ParameterizedTest
	@MethodSource("strerror")
	void errnoOfACommitArrivesAtClose(String pair) {
		String[] errnoAndText = pair.split("=");
		MountedFiles mounted = mount();
		mounted.files().troubles().failNext(Call.CREATE, Errno.valueOf(errnoAndText[0]));
		ShellResult copy = Shell.in(mounted.directory()).run("cp /etc/hostname a.txt");
		assertThat(copy.isSuccess()).as(copy.toString()).isFalse();
		assertThat(copy.errors()).contains(errnoAndText[1]);
		assertThat(mounted.files().application().content("a.txt")).isNull();
	}

	@ParameterizedTest
	@EnumSource(names = { "FIND", "LIST", "READ", "DELETE", "RENAME" })
	void errnoOfAnyOtherCallArrives(Call call) {
		MountedFiles mounted = mount();
		mounted.files().application().put("a.txt", "text");
		// The kernel retries a page that it could not read ahead.
		for (int i = 0; i < 8; i++) {
			mounted.files().troubles().failNext(call, Errno.EDQUOT);
		}
		ShellResult result = Shell.in(mounted.directory()).run(switch (call) {
			case FIND -> "stat a.txt";
			case LIST -> "ls";
			case READ -> "cat a.txt";
			case DELETE -> "rm a.txt";
			default -> "mv a.txt b.txt";
		});
		assertThat(result.isSuccess()).as(result.toString()).isFalse();
		assertThat(result.errors()).containsAnyOf("Disk quota exceeded", "Input/output error");
	}

	@ParameterizedTest
	@MethodSource("throwables")
	void throwableOfALookupIsAnError(Supplier<? extends Throwable> throwable) throws IOException {
		MountedFiles mounted = mount();
		mounted.files().troubles().failNext(Call.FIND, throwable);
		assertThatExceptionOfType(FileSystemException.class)
			.isThrownBy(() -> Files.size(mounted.directory().resolve("a.txt")))
			.withMessageContaining("Input/output error");
		mounted.files().application().put("b.txt", "there");
		assertThat(mounted.directory().resolve("b.txt")).hasContent("there");
	}

	@ParameterizedTest
	@MethodSource("throwables")
	void throwableOfACommitIsNeverSuccess(Supplier<? extends Throwable> throwable) {
		MountedFiles mounted = mount();
		mounted.files().troubles().failNext(Call.CREATE, throwable);
		ShellResult copy = Shell.in(mounted.directory()).run("cp /etc/hostname a.txt");
		assertThat(copy.isSuccess()).as(copy.toString()).isFalse();
		assertThat(copy.errors()).contains("Input/output error");
	}

	@Test
	void namesAreUtf8InBothDirections() {
		MountedFiles mounted = mount();
		mounted.files().application().put("Grüße 日本 😀.txt", "from the application");
		assertThat(Shell.in(mounted.directory()).check("ls && cat 'Grüße 日本 😀.txt'"))
			.isEqualTo("Grüße 日本 😀.txt\nfrom the application");
		Shell.in(mounted.directory()).check("printf 'from a program' > 'Öl – ½.txt'");
		assertThat(mounted.files().application().names()).contains("Öl – ½.txt");
	}

	@Test
	void nameThatIsNotUtf8IsRefused() {
		MountedFiles mounted = mount();
		ShellResult result = Shell.in(mounted.directory()).run("printf text > \"$(printf 'latin1-\\344')\"");
		assertThat(result.isSuccess()).as(result.toString()).isFalse();
		assertThat(mounted.files().application().names()).isEmpty();
	}

	@Test
	void sizesAre64Bit() throws IOException {
		MountedFiles mounted = mount();
		assumeTrue(mounted.directory().toFile().getTotalSpace() > 10L << 30, "The spool's disk is too small for it");
		try (FileChannel channel = FileChannel.open(mounted.directory().resolve("large"), StandardOpenOption.CREATE_NEW,
				StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(new byte[] { 1 }), 5L << 30);
			assertThat(channel.size()).isEqualTo((5L << 30) + 1);
			assertThat(Files.size(mounted.directory().resolve("large"))).isEqualTo((5L << 30) + 1);
			ByteBuffer target = ByteBuffer.allocate(10);
			assertThat(channel.read(target, (5L << 30) - 1)).isEqualTo(2);
			assertThat(target.get(1)).isEqualTo((byte) 1);
			channel.truncate(0);
		}
	}

	@Test
	void callerIsTheProgram() throws IOException {
		MountedFiles mounted = mount();
		AtomicReference<Caller> caller = new AtomicReference<>();
		mounted.files().troubles().failNext(Call.FIND, () -> {
			caller.set(Caller.current());
			return new ErrnoException(Errno.ENOENT, "only to look at the caller");
		});
		Shell.in(mounted.directory()).run("stat a.txt");
		assertThat(caller.get()).isNotNull();
		assertThat(caller.get().uid()).isEqualTo(Files.getAttribute(mounted.mountPoint(), "unix:uid"));
		assertThat(caller.get().pid()).isPositive();
	}

	@ParameterizedTest
	@EnumSource(value = StandardOpenOption.class, names = { "SYNC", "DSYNC" })
	@Semantics("A write to a file opened with O_SYNC or O_DSYNC is committed when it returns.")
	void synchronousWriteIsCommitted(StandardOpenOption option) throws IOException {
		MountedFiles mounted = mount();
		try (FileChannel channel = FileChannel.open(mounted.directory().resolve("a.txt"), StandardOpenOption.CREATE_NEW,
				StandardOpenOption.WRITE, option)) {
			channel.write(ByteBuffer.wrap(new byte[] { 'a' }));
			assertThat(mounted.files().application().content("a.txt")).containsExactly('a');
			channel.write(ByteBuffer.wrap(new byte[] { 'b' }));
			assertThat(mounted.files().application().content("a.txt")).containsExactly('a', 'b');
		}
	}

	@Test
	@Semantics("Other users get EACCES, unless `fusemount.allow-other` is set.")
	void otherUsersAreRefused() {
		OtherUsers.assume();
		MountedFiles mounted = mount();
		Shell shell = Shell.in(Path.of("/"));
		String directory = Shell.quote(mounted.directory());
		shell.check("chmod a+x $(dirname " + Shell.quote(mounted.mountPoint()) + ")" + " && printf text > " + directory
				+ "/a.txt");
		for (String line : new String[] { "ls " + directory, "cat " + directory + "/a.txt",
				"touch " + directory + "/b" }) {
			ShellResult result = shell.run(OtherUsers.as(65534, line));
			assertThat(result.isSuccess()).as(result.toString()).isFalse();
			assertThat(result.errors()).contains("Permission denied");
		}
	}

	@Test
	void everyOperationPassesTheDoor() {
		MountedFiles mounted = mount();
		Shell.in(mounted.directory()).check("printf 12345 > a.txt && cat a.txt && ls && mv a.txt b.txt && rm b.txt");
		// The kernel does not wait for the answer to a release.
		Patience.await(() -> mounted.listener().succeeded(Operation.RELEASE) > 0);
		for (Operation operation : new Operation[] { Operation.GETATTR, Operation.CREATE, Operation.WRITE,
				Operation.FLUSH, Operation.RELEASE, Operation.OPEN, Operation.READ, Operation.READDIR, Operation.RENAME,
				Operation.UNLINK }) {
			assertThat(mounted.listener().succeeded(operation)).as(operation.label()).isPositive();
		}
		assertThat(mounted.listener().bytes(Operation.WRITE)).isEqualTo(5);
		assertThat(mounted.listener().bytes(Operation.READ)).isEqualTo(5);
	}

	@Test
	void readOnlyMountRefusesEveryChange() {
		MountedFiles mounted = mount((options) -> new MountOptions(options.name(), options.mountPoint(), true,
				options.allowOther(), options.defaultPermissions(), options.workers(), options.readers()));
		mounted.files().application().put("a.txt", "text");
		for (String change : new String[] { "printf x > a.txt", "printf x > b.txt", "rm a.txt", "mv a.txt b.txt",
				"touch a.txt", "mkdir sub" }) {
			assertThat(Shell.in(mounted.directory()).run("LC_ALL=C " + change + " 2>&1").isSuccess()).as(change)
				.isFalse();
		}
		assertThat(Shell.in(mounted.directory()).check("cat a.txt")).isEqualTo("text");
		assertThat(mounted.files().calls().writes()).isZero();
	}

}
