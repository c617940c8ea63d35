package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountActions;
import io.fusemount.core.mount.MountRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Mounts and whole applications that come and go in one process.
 */
@EnabledIfFuse
@Timeout(300)
class RepeatedStartTests {

	private static final int MOUNTS = 50;

	private static final int APPLICATIONS = 4;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	void fiftyMountsLeaveNothingBehind() throws IOException {
		try (ConfigurableApplicationContext application = start()) {
			Mount mount = Objects.requireNonNull(application.getBean(MountRegistry.class).find("default"));
			MountActions actions = new MountActions(mount);
			use(0);
			actions.unmount(Duration.ofSeconds(20));
			Held before = held();
			for (int i = 1; i <= MOUNTS; i++) {
				actions.mount();
				use(i);
				actions.unmount(Duration.ofSeconds(20));
			}
			awaitNoMoreThan(before);
			actions.mount();
			assertThat(this.workspace.files().resolve("file" + MOUNTS)).hasContent("content " + MOUNTS);
		}
	}

	@Test
	void applicationsLeaveNothingBehind() throws IOException {
		start().close();
		Held before = held();
		for (int i = 1; i <= APPLICATIONS; i++) {
			try (ConfigurableApplicationContext application = start()) {
				use(i);
			}
		}
		awaitNoMoreThan(before);
	}

	private ConfigurableApplicationContext start() {
		return MountedApplication.start("jdbc:h2:mem:repeated", this.workspace.directory());
	}

	private void use(int number) throws IOException {
		Path file = Files.writeString(this.workspace.files().resolve("file" + number), "content " + number);
		assertThat(file).hasContent("content " + number);
	}

	/**
	 * A decrease is no leak: leftovers of earlier tests of this process may disappear in
	 * the meantime.
	 */
	private void awaitNoMoreThan(Held before) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.untilAsserted(() -> assertThat(held()).matches((held) -> held.isWithin(before), "no more than " + before));
	}

	private Held held() throws IOException {
		long threads = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("fusemount"))
			.count();
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			long mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"))
				.stream()
				.filter((mount) -> mount.contains(this.workspace.directory().toString()))
				.count();
			return new Held(descriptors.count(), threads, ProcessHandle.current().children().count(), mounts);
		}
	}

	/**
	 * What this process holds.
	 */
	private record Held(long descriptors, long threads, long children, long mounts) {

		boolean isWithin(Held limit) {
			return this.descriptors <= limit.descriptors && this.threads <= limit.threads
					&& this.children <= limit.children && this.mounts <= limit.mounts;
		}

	}

}
