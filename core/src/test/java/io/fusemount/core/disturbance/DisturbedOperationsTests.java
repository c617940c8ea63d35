package io.fusemount.core.disturbance;

import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.CallListener;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.vfs.Program;
import io.fusemount.core.disturbance.Disturbance.Kind;
import io.fusemount.core.documentation.LockTable;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.supervision.Supervision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever happens before or after any call of an operation to its source of files:
 * nothing is lost, programs see what is stored, the next process sees the same, and
 * nothing is held any more.
 */
@Timeout(600)
class DisturbedOperationsTests {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	@TempDir
	Path spools;

	private int worlds;

	@AfterEach
	void unbind() {
		Caller.unbind();
	}

	@TestFactory
	@Semantics("Whatever happens while new content is stored in a row that was renamed to a scratch name, and also if the "
			+ "application is killed or nobody knows whether the database has stored it, the old content is kept under "
			+ "the scratch name.")
	Stream<DynamicNode> operations() {
		return Scenes.all().stream().map((scene) -> DynamicContainer.dynamicContainer(scene.toString(), cases(scene)));
	}

	private Stream<DynamicNode> cases(Scene scene) {
		int calls = new Run(scene, Disturbance.NOTHING, -1, false).run();
		return Arrays.stream(Disturbance.values())
			.map((disturbance) -> DynamicTest.dynamicTest(disturbance.toString(), () -> {
				for (int call = 0; call < calls; call++) {
					new Run(scene, disturbance, call, false).run();
					new Run(scene, disturbance, call, true).run();
				}
			}));
	}

	/** One disturbance of one operation. */
	private final class Run implements CallListener {

		private final Scene scene;

		private final Disturbance disturbance;

		private final int disturbed;

		private final boolean after;

		private final World world;

		private final Map<String, NodeKey> keys = new HashMap<>();

		private final Thread program = Thread.currentThread();

		private boolean down;

		private int calls;

		/** The number of transactions before the disturbance. */
		private int stored;

		private @Nullable Program other;

		private @Nullable World killed;

		private String story = "";

		Run(Scene scene, Disturbance disturbance, int disturbed, boolean after) {
			this.scene = scene;
			this.disturbance = disturbance;
			this.disturbed = disturbed;
			this.after = after;
			this.world = new World(spool());
		}

		/** Returns the number of calls. */
		int run() {
			Caller.bind(Scenes.PROGRAM);
			boolean ended = this.disturbance == Disturbance.UNMOUNT;
			try {
				this.scene.prepare(this.world);
				this.scene.rowOf().forEach((path, before) -> this.keys.put(path, this.world.key(before)));
				this.world.listen(this);
				RuntimeException failure = operate();
				this.world.listen(new CallListener() {
				});
				awaitOther();
				if (!ended) {
					check();
				}
				checkNext(failure, ended);
				checkKilled();
				return this.calls;
			}
			catch (RuntimeException | AssertionError ex) {
				throw new AssertionError(this.scene + ", " + this.disturbance + (this.after ? " after " : " before ")
						+ (this.disturbed + 1) + " of" + this.story + ": " + ex.getMessage(), ex);
			}
			finally {
				this.world.close();
			}
		}

		private @Nullable RuntimeException operate() {
			try {
				this.scene.operate(this.world);
				return null;
			}
			catch (RuntimeException ex) {
				this.story += "; failed with " + ex;
				// Content that was given up is not where it was.
				if (this.disturbance != Disturbance.APPLICATION_BREAKS && !(ex instanceof UncheckedIOException)) {
					assertThat(ex).isInstanceOf(ErrnoException.class);
				}
				return ex;
			}
		}

		@Override
		public void before(Call call) {
			if (this.down) {
				this.disturbance.happen(this.world);
			}
			if (Thread.currentThread() == this.program) {
				this.calls++;
				this.story += " " + call;
				if (this.disturbance == Disturbance.NOTHING) {
					requireNothingMomentary(call);
				}
				if (!this.after) {
					disturb();
				}
			}
		}

		/** What is held for moments is not held during a call that may wait. */
		private void requireNothingMomentary(Call call) {
			ThreadInfo thread = THREADS.getThreadInfo(new long[] { this.program.getId() }, true, false)[0];
			assertThat(thread.getLockedMonitors()).as("monitors held at " + call)
				.extracting((monitor) -> monitor.getClassName().replaceAll(".*\\.", ""))
				.doesNotContainAnyElementsOf(LockTable.momentary());
		}

		@Override
		public void after(Call call) {
			if (Thread.currentThread() != this.program) {
				return;
			}
			if (call.isWrite() && this.calls - 1 <= this.disturbed) {
				this.stored++;
			}
			if (this.after) {
				disturb();
			}
		}

		private void disturb() {
			if (this.calls - 1 != this.disturbed || this.other != null) {
				return;
			}
			if (this.disturbance.kind() == Kind.FAILURE) {
				this.down = this.disturbance == Disturbance.DATABASE_IS_DOWN;
				this.disturbance.happen(this.world);
			}
			else if (this.disturbance == Disturbance.KILL) {
				this.killed = this.world.killed(spool());
			}
			else {
				this.other = this.disturbance.begin(this.world);
			}
		}

		private void awaitOther() {
			Program program = this.other;
			if (program == null) {
				return;
			}
			try {
				program.end();
			}
			catch (ExecutionException ex) {
				this.story += "; disturbance failed with " + ex.getCause();
			}
			catch (Exception ex) {
				throw new AssertionError("The disturbance does not end", ex);
			}
		}

		private void check() {
			if (this.disturbance.kind() == Kind.FAILURE && this.after) {
				// The answer was lost, so what is known may be outdated.
				this.world.fileSystem().invalidateNames();
			}
			if (this.disturbance != Disturbance.ANOTHER_WRITES) {
				assertThat(this.world.misread()).as("what readers see").isEmpty();
			}
			this.world.closeAll();
			Supervision figures = this.world.fileSystem().supervision();
			assertThat(figures.openHandles()).as("open handles").isZero();
			assertThat(figures.newFiles()).as("files that count towards limits").isEqualTo(figures.scratch().files());
		}

		private void checkNext(@Nullable RuntimeException failure, boolean ended) {
			Map<String, String> seen = ended ? Map.of() : this.world.view();
			Map<String, String> stored = this.world.stored();
			this.world.close();
			try (World next = this.world.restarted()) {
				Map<String, String> now = next.view();
				if (!ended) {
					// A row that waits for a new file is there again if none comes.
					String waiting = this.scene.waiting();
					boolean waits = this.scene.isWaiting() || this.stored > 0;
					if (waits && waiting != null && stored.containsKey(waiting)) {
						seen.putIfAbsent(waiting, stored.get(waiting));
					}
					assertThat(now).as("what the next process sees").isEqualTo(seen);
				}
				checkOutcome(next, now, failure == null);
				Supervision figures = next.fileSystem().supervision();
				assertThat(figures.newFiles()).as("scratch files").isEqualTo(figures.scratch().files());
			}
		}

		private void checkOutcome(World next, Map<String, String> now, boolean success) {
			Kind kind = this.disturbance.kind();
			if (success && Set.of(Kind.HARMLESS, Kind.FAILURE, Kind.OTHER_PROGRAM).contains(kind)) {
				assertThat(now).as("what is there").isEqualTo(this.scene.expected());
				this.keys.forEach((path, key) -> {
					if (key != null) {
						assertThat(next.key(path)).as("row of " + path).isEqualTo(key);
					}
				});
			}
			if (kind != Kind.CHANGES && !success && this.stored >= this.scene.halfway()) {
				this.scene.halfwayThere()
					.forEach((path, text) -> assertThat(now).as("stored by the first half").containsEntry(path, text));
			}
			checkNothingLost(next, now, success);
		}

		private void checkNothingLost(World next, Map<String, String> now, boolean success) {
			if (now.equals(this.scene.expected())) {
				return;
			}
			// The first transaction may have replaced what another one would have kept.
			Set<String> texts = new TreeSet<>((success || this.stored > 0) ? this.scene.kept() : this.scene.texts());
			if (this.disturbance.kind() == Kind.CHANGES) {
				texts.removeAll(this.world.replaced());
				if (!success) {
					Map<String, String> acknowledged = new HashMap<>(this.world.acknowledged());
					acknowledged.keySet().remove(this.scene.overwritten());
					texts.addAll(acknowledged.values());
				}
			}
			Set<String> found = new LinkedHashSet<>(now.values());
			found.addAll(next.unsaved());
			texts.removeAll(found);
			assertThat(texts).as("lost; there is " + now + " and unsaved " + next.unsaved()).isEmpty();
		}

		private void checkKilled() {
			World next = this.killed;
			if (next != null) {
				try (next) {
					checkNothingLost(next, next.view(), false);
				}
			}
		}

	}

	private Path spool() {
		return this.spools.resolve("spool" + this.worlds++);
	}

}
