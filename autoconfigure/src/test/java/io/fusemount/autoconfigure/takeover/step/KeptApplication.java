package io.fusemount.autoconfigure.takeover.step;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.autoconfigure.tree.TreeApplication;
import io.fusemount.conformance.crash.KeptProcess;

import org.springframework.util.StringUtils;

/**
 * The application as a process under {@code deploy/keep}, which holds its mount when it
 * is killed and starts it again.
 */
final class KeptApplication implements AutoCloseable {

	private final Path directory;

	private final KeptProcess process;

	private int kills;

	private KeptApplication(Path directory, Path place, String jdbcUrl) throws IOException {
		this.directory = directory;
		this.process = KeptProcess.start(new ProcessBuilder(KeptProcess.KEEP.toString(),
				Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-javaagent:" + StepAgent.jar(place.resolve("agent.jar")), "-Xmx512m", "-XX:TieredStopAtLevel=1",
				"-XX:+UseSerialGC", "-Dtest.place=" + place, "-cp", System.getProperty("java.class.path"),
				TreeApplication.class.getName(), jdbcUrl, directory.toString(),
				"--spring.jpa.hibernate.ddl-auto=update",
				// Each program stays at a step of its own, in a transaction of its own.
				"--spring.datasource.hikari.maximum-pool-size=60", "--spring.datasource.hikari.minimum-idle=2",
				"--fusemount.executor.max-workers=100", "--fusemount.executor.readers=100",
				"--fusemount.database.max-concurrent=50"), directory.resolve("log"), Duration.ofMinutes(1));
	}

	/**
	 * Starts the application, and waits until it is mounted.
	 * @param directory for the mount point and the spool
	 * @param place where the {@link Steps} are
	 */
	static KeptApplication start(Path directory, Path place, String jdbcUrl) throws IOException {
		KeptApplication application = new KeptApplication(directory, place, jdbcUrl);
		application.process.await(() -> application.process.log().contains("Mounted."));
		return application;
	}

	/** Kills the application. */
	void kill() {
		this.kills++;
		this.process.application().destroyForcibly();
		this.process.await(() -> count("keep: status 137") == this.kills);
	}

	/** Lets the next process start at once, and waits until programs are served. */
	void startAgain() throws IOException {
		this.process.restart();
		this.process.await(() -> count("(crashed): programs have waited") == this.kills);
	}

	private int count(String text) {
		return StringUtils.countOccurrencesOf(this.process.log(), text);
	}

	/** Describes what the application waits for. */
	String threads() {
		return this.process.threads();
	}

	/** Returns what the application has complained of. */
	String complaints() {
		return this.process.complaints();
	}

	Path tree() {
		return this.directory.resolve("mnt/tree");
	}

	Path service() {
		return this.directory.resolve("mnt/.fusemount");
	}

	@Override
	public void close() {
		this.process.close();
	}

}
