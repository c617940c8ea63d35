package io.fusemount.autoconfigure.takeover.step;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.fusemount.autoconfigure.tree.TreeApplication;
import io.fusemount.conformance.shell.Shell;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application as a process under {@code deploy/keep}, which holds its mount when it
 * is killed and starts it again.
 */
final class KeptApplication implements AutoCloseable {

	private final Path directory;

	private final Path log;

	private final Process keeper;

	private int kills;

	private KeptApplication(Path directory, Path place, String jdbcUrl) throws IOException {
		this.directory = directory;
		this.log = directory.resolve("log");
		this.keeper = new ProcessBuilder(Path.of("..", "deploy", "keep").toAbsolutePath().normalize().toString(),
				Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-javaagent:" + StepAgent.jar(place.resolve("agent.jar")), "-Xmx512m", "-XX:TieredStopAtLevel=1",
				"-XX:+UseSerialGC", "-Dtest.place=" + place, "-cp", System.getProperty("java.class.path"),
				TreeApplication.class.getName(), jdbcUrl, directory.toString(),
				"--spring.jpa.hibernate.ddl-auto=update",
				// Each program stays at a step of its own, in a transaction of its own.
				"--spring.datasource.hikari.maximum-pool-size=60", "--spring.datasource.hikari.minimum-idle=2",
				"--fusemount.executor.max-workers=100", "--fusemount.executor.readers=100",
				"--fusemount.database.max-concurrent=50")
			.redirectErrorStream(true)
			.redirectOutput(this.log.toFile())
			.start();
	}

	/**
	 * Starts the application, and waits until it is mounted.
	 * @param directory for the mount point and the spool
	 * @param place where the {@link Steps} are
	 */
	static KeptApplication start(Path directory, Path place, String jdbcUrl) throws IOException {
		KeptApplication application = new KeptApplication(directory, place, jdbcUrl);
		application.await(() -> application.log().contains("Mounted."));
		return application;
	}

	/** Kills the application. */
	void kill() {
		this.kills++;
		this.keeper.descendants()
			.filter((process) -> process.info().command().orElse("").endsWith("java"))
			.forEach(ProcessHandle::destroyForcibly);
		await(() -> count("keep: status 137") == this.kills);
	}

	/** Lets the next process start at once, and waits until programs are served. */
	void startAgain() throws IOException {
		new ProcessBuilder("kill", "-HUP", Long.toString(this.keeper.pid())).start();
		await(() -> count("(crashed): programs have waited") == this.kills);
	}

	private int count(String text) {
		return StringUtils.countOccurrencesOf(log(), text);
	}

	private void await(Callable<Boolean> condition) {
		try {
			Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(20)).until(() -> {
				assertThat(this.keeper.isAlive()).as(this::log).isTrue();
				return condition.call();
			});
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError(log() + "\n" + threads(), ex);
		}
	}

	/** Describes what the application waits for. */
	String threads() {
		return this.keeper.descendants()
			.map((process) -> Shell.in(Path.of("/")).run("timeout 20 jstack -l " + process.pid()).output())
			.collect(Collectors.joining());
	}

	/** Returns what the application has complained of. */
	List<String> complaints() {
		return log().lines()
			.filter((line) -> line.contains(" WARN ") || line.contains(" ERROR ") || line.startsWith("Caused by"))
			.toList();
	}

	private String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path tree() {
		return this.directory.resolve("mnt/tree");
	}

	Path service() {
		return this.directory.resolve("mnt/.fusemount");
	}

	@Override
	public void close() {
		this.keeper.destroy();
		this.keeper.onExit().orTimeout(1, TimeUnit.MINUTES).join();
	}

}
