package io.fusemount.conformance.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files that several users overwrite in turns, each with the own name again and again.
 */
final class SharedFiles {

	private static final int COUNT = 3;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final Path directory;

	private final Map<String, UnaryOperator<Runnable>> users;

	private final Random random;

	private final Progress progress = new Progress(true);

	private final List<SharedFile> files = new ArrayList<>();

	private List<Thread> threads = List.of();

	SharedFiles(Path directory, Map<String, UnaryOperator<Runnable>> users, long seed) {
		this.directory = directory;
		this.users = users;
		this.random = new Random(seed);
		for (int i = 0; i < COUNT; i++) {
			this.files.add(new SharedFile(directory.resolve("shared" + i + ".txt")));
		}
	}

	void start() {
		this.progress.expectFailures(false);
		this.threads = this.users.entrySet().stream().map((user) -> {
			long seed = this.random.nextLong();
			Thread thread = new Thread(user.getValue().apply(() -> write(user.getKey(), new Random(seed))),
					"fusemount-test-shared");
			thread.setDaemon(true);
			return thread;
		}).toList();
		this.threads.forEach(Thread::start);
	}

	void expectFailures() {
		this.progress.expectFailures(true);
	}

	void join() throws InterruptedException {
		for (Thread thread : this.threads) {
			thread.join(PATIENCE.toMillis());
			assertThat(thread.isAlive()).as("a writer hangs").isFalse();
		}
	}

	/** Until the first failure, which is that of the kill. */
	private void write(String user, Random choice) {
		try {
			while (true) {
				this.files.get(choice.nextInt(COUNT)).write(user, choice.nextInt(2_000));
			}
		}
		catch (IOException ex) {
			this.progress.failed("Writing to " + this.directory + " as " + user, ex);
		}
	}

	/**
	 * Checks that each file is as one user has written it: as the last write that was
	 * acknowledged, or as the one that was killed.
	 * @return the users by the names of the files
	 */
	Map<String, String> check() throws IOException {
		assertThat(this.progress.takeProblems()).isEmpty();
		Map<String, String> writers = new TreeMap<>();
		for (SharedFile file : this.files) {
			String writer = file.check();
			if (writer != null) {
				writers.put(file.path.getFileName().toString(), writer);
			}
		}
		return writers;
	}

	/** A file, and what is known of its content. */
	private static final class SharedFile {

		private final Path path;

		private String acknowledged = "";

		/** Each may have been stored, although it was not acknowledged. */
		private final List<String> started = new ArrayList<>();

		SharedFile(Path path) {
			this.path = path;
		}

		synchronized void write(String user, int repetitions) throws IOException {
			String content = (user + "\n").repeat(1 + repetitions);
			this.started.add(content);
			Files.writeString(this.path, content, StandardCharsets.UTF_8);
			this.acknowledged = content;
			this.started.clear();
		}

		synchronized @Nullable String check() throws IOException {
			String content = Files.exists(this.path) ? Files.readString(this.path) : "";
			this.started.add(this.acknowledged);
			assertThat(content).as(this.path.toString()).isIn(this.started);
			this.acknowledged = content;
			this.started.clear();
			return content.isEmpty() ? null : content.lines().findFirst().orElseThrow();
		}

	}

}
