package io.fusemount.autoconfigure.takeover.step;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.filesystem.FileSystemSpool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract of an application that is killed at each {@linkplain Steps step} of what
 * programs do, and whose mount the next process takes over: each program ends as without
 * a kill, and so do its rows.
 * <p>
 * {@code -Dfusemount.test.steps=10} kills ten times, each time at a random step of each
 * program, and the next process as well; {@code all} kills once at each step.
 * {@code -Dfusemount.test.seed=7} makes the steps others than usual.
 */
@EnabledIfFuse
@Timeout(3600)
abstract class StepKillKit {

	private static final System.Logger logger = System.getLogger(StepKillKit.class.getName());

	private static final String STEPS = System.getProperty("fusemount.test.steps", "all");

	private static final long SEED = Long.getLong("fusemount.test.seed", 1);

	/** A request has about as many steps. */
	private static final int AGAIN = 5;

	@TempDir(cleanup = CleanupMode.ON_SUCCESS)
	private Path directory;

	private final List<String> problems = new ArrayList<>();

	/** The next step at which to kill, by work. */
	private final Map<String, Integer> next = new LinkedHashMap<>();

	private final Map<String, Integer> counts = new TreeMap<>();

	private final Random random = new Random(SEED);

	private int tested;

	private int waiting;

	/** Returns the address of a database. */
	abstract String jdbcUrl(Path directory);

	/** Checks the store itself for leftovers. */
	void checkStore() {
	}

	@Test
	@EnabledIfSystemProperty(named = "fusemount.test.steps", matches = ".+", disabledReason = "by hand only")
	@Semantics("What the application is doing for a program when it is killed is done once: no version is counted twice, "
			+ "and nothing is made twice.")
	void programsGoOnWhereverTheApplicationIsKilled() throws Exception {
		assumeTrue(Shell.has("python3"), "python3 is not installed");
		Path place = Files.createDirectory(this.directory.resolve("place"));
		int rounds = 0;
		try (KeptApplication application = KeptApplication.start(this.directory, place, jdbcUrl(this.directory))) {
			run(application, place);
			boolean all = STEPS.equals("all");
			this.counts.forEach((work, count) -> this.next.put(work, 1));
			while (all ? !this.next.isEmpty() : rounds < Integer.parseInt(STEPS)) {
				rounds++;
				if (!all) {
					this.counts.forEach((work, count) -> this.next.put(work, 1 + this.random.nextInt(count)));
				}
				kill(application, place, rounds, !all);
			}
			compare("shows", shown(application));
		}
		logger.log(System.Logger.Level.INFO, "{0}: {1} kills at {2} steps of {3}, and {4} of programs that waited",
				getClass().getSimpleName(), rounds, this.tested, this.counts, this.waiting);
		compare("has rows", new StoredTree(jdbcUrl(this.directory)).byProgram());
		checkStore();
		assertThat(this.problems).isEmpty();
		assertThat(FileSystemSpool.countLeft(this.directory.resolve("spool"))).as("files left in the spool").isZero();
	}

	/** What there is of a program is the same as without a kill. */
	private void compare(String what, Map<String, Map<String, String>> all) {
		all.forEach((program, found) -> {
			Map<String, String> expected = all.get(program.replaceFirst("-.*", "-0"));
			if (!found.equals(expected)) {
				problem("%s %s %s rather than %s".formatted(program, what, found, expected));
			}
		});
	}

	/** Returns the sizes of what programs see, by program and path. */
	private static Map<String, Map<String, String>> shown(KeptApplication application) {
		Map<String, Map<String, String>> all = new TreeMap<>();
		Shell.in(application.tree())
			.check("timeout 60 find . -mindepth 2 -printf '%P %y%s\n'")
			.lines()
			.map((line) -> line.split("[/ ]", 2))
			.forEach((line) -> {
				String path = line[1].replaceFirst(" .*", "");
				all.computeIfAbsent(line[0], (program) -> new TreeMap<>()).put(path, line[1]);
			});
		return all;
	}

	/** Runs all programs without a kill. */
	private void run(KeptApplication application, Path place) throws IOException {
		for (String work : SteppedProgram.works()) {
			try (SteppedProgram program = SteppedProgram.start(work, work + "-0", place, application.tree())) {
				program.awaitReady();
				program.work(SteppedProgram.ALL);
				assertThat(program.finish(SteppedProgram.PATIENCE)).as(work).isNull();
				assertThat(program.steps()).as(work).isNotEmpty();
				this.counts.put(work, program.steps().size());
				logger.log(System.Logger.Level.DEBUG, work + ": " + program.steps());
			}
		}
	}

	private void kill(KeptApplication application, Path place, int round, boolean twice) throws Exception {
		List<SteppedProgram> programs = new ArrayList<>();
		try {
			this.next.forEach((work, number) -> programs
				.add(SteppedProgram.start(work, work + "-" + round, place, application.tree())));
			programs.forEach(SteppedProgram::awaitReady);
			Map<SteppedProgram, String> killed = new LinkedHashMap<>();
			for (SteppedProgram program : programs) {
				work(program, killed);
			}
			logger.log(System.Logger.Level.INFO, "{0}: {1}", round, killed.values());
			application.kill();
			if (twice) {
				killAgain(application, programs, round);
			}
			programs.forEach(SteppedProgram::letGo);
			application.startAgain();
			finish(application, round, killed);
			check(application, round);
		}
		catch (AssertionError ex) {
			throw new AssertionError("Round " + round + " after " + this.problems, ex);
		}
		finally {
			programs.forEach(SteppedProgram::close);
		}
	}

	/**
	 * Kills the next process as well, at one of the first steps of what it goes on with.
	 */
	private void killAgain(KeptApplication application, List<SteppedProgram> programs, int round) throws Exception {
		for (SteppedProgram program : programs) {
			program.goOn(1 + this.random.nextInt(AGAIN));
		}
		application.startAgain();
		List<String> killed = new ArrayList<>();
		programs.forEach((program) -> killed.add(program.work() + " at " + program.awaitHalt()));
		logger.log(System.Logger.Level.INFO, "{0} again: {1}", round, killed);
		application.kill();
	}

	private void finish(KeptApplication application, int round, Map<SteppedProgram, String> killed) {
		Duration patience = SteppedProgram.PATIENCE;
		for (Map.Entry<SteppedProgram, String> program : killed.entrySet()) {
			String problem = program.getKey().finish(patience);
			if (problem != null) {
				// The others had as much time.
				patience = Duration.ofSeconds(1);
				boolean hangs = program.getKey().isAlive();
				problem("Round " + round + ", " + program.getKey() + ", " + program.getValue() + ": " + problem + "\n"
						+ application.complaints() + "\n" + (hangs ? application.threads() : ""));
			}
		}
	}

	private void problem(String problem) {
		logger.log(System.Logger.Level.WARNING, problem);
		this.problems.add(problem);
	}

	private void work(SteppedProgram program, Map<SteppedProgram, String> killed) {
		int number = this.next.getOrDefault(program.work(), 1);
		if (!program.work(number)) {
			killed.put(program, program.work() + " where it waits");
			this.waiting++;
		}
		else if (program.isHalted()) {
			this.tested++;
			killed.put(program, program.work() + " at " + number + " (" + program.lastStep() + ")");
			this.next.put(program.work(), number + 1);
		}
		else {
			killed.put(program, program.work() + " done");
			this.next.remove(program.work());
		}
	}

	private void check(KeptApplication application, int round) {
		Shell shell = Shell.in(application.service());
		String unsaved = shell.run("timeout 20 ls -A unsaved").output();
		String open = shell.run("timeout 20 grep open: status").output();
		if (!unsaved.isBlank() || !open.contains("open: 0 ")) {
			problem("Round " + round + " leaves " + unsaved + open);
		}
	}

}
