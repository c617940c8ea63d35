package io.fusemount.conformance.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of a service on whose mount several users of the machine write when it is
 * killed: each row is recorded as that of the user who has written it, and no user finds
 * anything of another one after the next start. The properties of
 * {@link KillConformanceKit} apply.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
public abstract class UsersKillConformanceKit {

	private static final System.Logger logger = System.getLogger(UsersKillConformanceKit.class.getName());

	private static final int WRITERS = 2;

	private final Kills kills = new Kills();

	/**
	 * Starts the service on the existing files and spool; returns when the directories
	 * are mounted.
	 */
	protected abstract ChildProgram serve();

	/** Returns the directory in which users see their own files only. */
	protected abstract Path directory();

	/** Returns a directory whose files are written and seen by all users. */
	protected abstract Path shared();

	/** Returns the service directory of the mount. */
	protected abstract Path service();

	/** Returns the users by name, each with a way to do some work as this user. */
	protected abstract Map<String, UnaryOperator<Runnable>> users();

	/**
	 * Checks in the store who has created and who has changed each row.
	 * @param owners the only users who have written, by the names of the files
	 * @param writers the users who were the last ones to write, by the names of the
	 * shared files
	 */
	protected abstract void checkAudit(Map<String, String> owners, Map<String, String> writers);

	@Test
	@Semantics("After `kill -9`, each row is recorded as created and changed by the users who wrote it.")
	void recordsWhoWroteAndShowsNobodyTheFilesOfOthers() throws Exception {
		Map<String, Load> loads = new TreeMap<>();
		users().forEach((name, user) -> loads.put(name,
				Load.ofUser(directory(), name + "-", Kills.SEED + loads.size() * WRITERS, WRITERS, user)));
		SharedFiles shared = new SharedFiles(shared(), users(), Kills.SEED);
		this.kills.repeat(() -> killOnce(loads, shared));
		try (ChildProgram service = serve()) {
			check(loads, shared);
		}
		logger.log(System.Logger.Level.INFO, "{0}: {1} kills, {2} operations acknowledged, 0 lost",
				getClass().getSimpleName(), Kills.COUNT, loads.values().stream().mapToLong(Load::acknowledged).sum());
	}

	private void killOnce(Map<String, Load> loads, SharedFiles shared) throws Exception {
		ChildProgram service = serve();
		try {
			check(loads, shared);
			loads.values().forEach(Load::start);
			shared.start();
			this.kills.await(loads.values().iterator().next());
		}
		finally {
			loads.values().forEach(Load::expectFailures);
			shared.expectFailures();
			this.kills.kill(service);
		}
		for (Load load : loads.values()) {
			load.join(Ending.KILLED);
		}
		shared.join();
	}

	/** Each load finds exactly the files of its user. */
	private void check(Map<String, Load> loads, SharedFiles shared) throws IOException {
		Map<String, String> owners = new TreeMap<>();
		loads.forEach((user, load) -> load.check(Ending.KILLED).keySet().forEach((name) -> owners.put(name, user)));
		checkAudit(owners, shared.check());
		users().forEach((name, user) -> {
			List<String> others = loads.keySet().stream().filter((other) -> !other.equals(name)).toList();
			assertThat(told(user)).as(name)
				.noneMatch((line) -> others.stream().anyMatch((other) -> line.contains(other + "-")));
		});
	}

	/** Returns what a user is told in the service directory. */
	private List<String> told(UnaryOperator<Runnable> user) {
		return CompletableFuture.supplyAsync(() -> {
			try (Stream<Path> unsaved = Files.list(service().resolve("unsaved"))) {
				return Stream
					.of(unsaved.map(Path::toString), Files.readAllLines(service().resolve("errors")).stream(),
							Files.readAllLines(service().resolve("status")).stream())
					.flatMap((lines) -> lines)
					.toList();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}, (work) -> new Thread(user.apply(work), "fusemount-test-user").start()).join();
	}

}
