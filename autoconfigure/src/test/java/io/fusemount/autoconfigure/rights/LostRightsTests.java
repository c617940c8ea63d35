package io.fusemount.autoconfigure.rights;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

import io.fusemount.autoconfigure.mounted.ThreadUser;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A user who loses the right to store what is open: the bytes are kept, and neither they
 * nor their name are told to anybody else.
 */
@EnabledIfFuse
@Timeout(300)
class LostRightsTests {

	private static final String CUSTOMER = DeskApplication.CUSTOMER;

	private static final List<String> OTHERS = List.of(DeskApplication.OTHER, DeskApplication.CLERK, "nobody");

	@TempDir
	private Path directory;

	private ConfigurableApplicationContext application;

	private Shell papers;

	@BeforeEach
	void start() {
		OtherUsers.assumeIn(this.directory);
		this.application = DeskApplication.start(this.directory, "--fusemount.allow-other=true",
				"--fusemount.umask=000", "--fusemount.security.time-to-live=1ms");
		this.papers = Shell.in(this.directory.resolve("mnt/papers"));
	}

	@AfterEach
	void stop() {
		if (this.application != null) {
			this.application.close();
		}
	}

	@Test
	void contentIsKeptForItsWriterWithTheReason() throws Exception {
		FileChannel open = ThreadUser.call(CUSTOMER, () -> {
			FileChannel channel = FileChannel.open(this.directory.resolve("mnt/papers/late.txt"),
					StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
			channel.write(ByteBuffer.wrap("secret of one".getBytes(StandardCharsets.UTF_8)));
			return channel;
		});
		this.application.getBean(InMemoryUserDetailsManager.class).updateUser(DeskApplication.user(CUSTOMER, "FORMER"));
		assertThatThrownBy(() -> ThreadUser.call(CUSTOMER, () -> {
			open.close();
			return null;
		})).rootCause().hasMessageContaining("Permission denied");
		Shell service = Shell.in(this.directory.resolve("mnt/.fusemount"));
		service.withTimeout(Duration.ofMinutes(1))
			.check("until [ -n \"$(" + as(CUSTOMER, "ls unsaved") + ")\" ]; do sleep 0.1; done");
		assertThat(service.check(as(CUSTOMER, "ls unsaved; cat unsaved/*"))).contains("late.txt")
			.endsWith("secret of one");
		assertThat(service.check(as(CUSTOMER, "cat errors"))).contains("late.txt", "EACCES",
				"The application does not permit it");
		assertThat(service.check(as(CUSTOMER, "cat status"))).contains("unsaved: 1 file");
		for (String user : OTHERS) {
			assertThat(service.check(as(user, "ls -la unsaved; cat errors status"))).as(user)
				.doesNotContain("late")
				.contains("unsaved: none");
			assertThat(service.run(as(user, "cat unsaved/" + service.check("ls unsaved").strip())).errors()).as(user)
				.contains("No such file");
			assertThat(this.papers.run(as(user, "ls; ls late.txt")).output()).as(user).doesNotContain("late");
		}
		assertThat(this.application.getBean(PaperRepository.class).count()).isZero();
	}

	@Test
	void metersNameNoFiles() throws Exception {
		this.papers.check(as(CUSTOMER, "echo text > late.txt; cat late.txt; mv late.txt latest.txt"));
		this.papers.run(as(DeskApplication.OTHER, "cat latest.txt; echo > latest.txt; mkdir late"));
		Shell.in(this.directory.resolve("mnt/drawers"))
			.check(as(CUSTOMER, "mkdir late-drawer; echo text > late-drawer/late.txt"));
		assertThat(this.application.getBean(MeterRegistry.class).getMeters()).isNotEmpty()
			.flatExtracting((meter) -> meter.getId().getTags())
			.noneMatch((tag) -> tag.getValue().contains("late"));
	}

}
