package io.fusemount.sample;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.ClassLog;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of an archive whose jar is another one by then, or gone.
 */
@EnabledIfFuse
@Timeout(600)
class ReplacedJarTests {

	private static final String WRITTEN = "hello world";

	/** The exit status of a JVM that has ended in good order after SIGTERM. */
	private static final int TERMINATED = 143;

	@TempDir
	private Path directory;

	@Test
	@Semantics("It does so even if its jar has been overwritten or deleted since the start.")
	void storesWhatIsOpenAndUnmountsThoughItsJarIsAnotherOneOrGone() throws Exception {
		ExecutableJar jars = new ExecutableJar(this.directory);
		Path jar = jars.make("archive.jar", FailingEnd.class);
		byte[] newer = Files.readAllBytes(jars.makeAnother("newer.jar", FailingEnd.class));
		try (ChildProgram archive = start(jar)) {
			endsInGoodOrder(archive, "overwritten.txt", () -> Files.write(jar, newer));
		}
		try (ChildProgram archive = start(jar)) {
			assertStored("overwritten.txt");
			endsInGoodOrder(archive, "deleted.txt", () -> Files.delete(jar));
		}
		Files.write(jar, newer);
		try (ChildProgram archive = start(jar)) {
			assertStored("deleted.txt");
			archive.terminate();
			archive.awaitEnd();
		}
	}

	private void assertStored(String name) throws IOException {
		assertThat(file(name)).hasContent(WRITTEN);
		assertThat(Files.getAttribute(file(name), "user:colour")).isEqualTo("red".getBytes(UTF_8));
	}

	private void endsInGoodOrder(ChildProgram archive, String name, Deployment deployment) throws IOException {
		// The descriptor stays open: closing it would ask a mount that is gone.
		FileChannel open = FileChannel.open(file(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		open.write(ByteBuffer.wrap(WRITTEN.getBytes(UTF_8)));
		Files.setAttribute(file(name), "user:colour", "red".getBytes(UTF_8));
		ClassLog log = log();
		int size = log.size();
		deployment.run();
		archive.terminate();
		assertThat(archive.awaitEnd()).as(archive::output).isEqualTo(TERMINATED);
		assertThat(archive.output()).contains("Fails when the context is closed", "Fails when it is destroyed")
			.contains("Unmounted 'default' from " + mountPoint());
		assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(mountPoint().toString());
		// Tomcat defines it anew for each web application that ends, if it can read it.
		assertThat(log.since(size)).isSubsetOf("org.apache.catalina.loader.JdbcLeakPrevention");
	}

	private ChildProgram start(Path jar) {
		// Tomcat's own clock defines classes as well, ten seconds after the start.
		ChildProgram archive = ChildProgram.startJar(log().launcher(), jar, this.directory, "--server.port=0",
				"--FUSEMOUNT_MOUNT_POINT=" + mountPoint(), "--FUSEMOUNT_DATA=" + this.directory.resolve("data"),
				"--spring.main.banner-mode=off", "--server.tomcat.background-processor-delay=0s",
				"--spring.profiles.active=failing-end", "--logging.pattern.console=%m%n%wEx");
		archive.await("Started SampleApplication");
		return archive;
	}

	private ClassLog log() {
		return new ClassLog(this.directory.resolve("classes.log"));
	}

	private Path mountPoint() {
		return this.directory.resolve("mnt");
	}

	private Path file(String name) {
		return mountPoint().resolve("documents").resolve(name);
	}

	/** What somebody does to the jar. */
	private interface Deployment {

		void run() throws IOException;

	}

}
