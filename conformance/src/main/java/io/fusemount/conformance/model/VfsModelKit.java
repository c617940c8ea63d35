package io.fusemount.conformance.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.fail;

/**
 * Compares a {@link io.fusemount.core.vfs.VirtualFileSystem} with a model of it under
 * generated operations. A failure reports the seed and the shortest part of the sequence
 * that still fails.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class VfsModelKit {

	private static final int STEPS = 300;

	/**
	 * Returns a fresh fixture; the kit closes it.
	 */
	protected abstract VfsFixture createFixture();

	/**
	 * Whether directories can be created in the directory of the files.
	 */
	protected boolean hasDirectories() {
		return false;
	}

	/**
	 * Returns the number of sequences. The number of each is its seed; the sequences are
	 * the same each time, so a build does not fail by chance. The system property
	 * {@code fusemount.model.seeds}, as {@code 1-1000}, requests others.
	 */
	protected int sequences() {
		return 40;
	}

	@ParameterizedTest(name = "seed {0}")
	@MethodSource("seedsOfTheKit")
	void behavesAsTheModelDoes(long seed) {
		Random random = new Random(seed);
		List<Step> steps = IntStream.range(0, STEPS).mapToObj((i) -> Step.random(random, hasDirectories())).toList();
		String difference = firstDifference(steps);
		if (difference != null) {
			List<Step> shortest = shorten(steps);
			fail("Seed %d: %s%nShortest sequence:%n  %s%n%s", seed, difference,
					String.join("\n  ", shortest.stream().map(Step::toString).toList()), firstDifference(shortest));
		}
	}

	Stream<Long> seedsOfTheKit() {
		String[] range = System.getProperty("fusemount.model.seeds", "1-" + sequences()).split("-", 2);
		return LongStream.rangeClosed(Long.parseLong(range[0]), Long.parseLong(range[1])).boxed();
	}

	/** Removes every step that the difference does not need. */
	private List<Step> shorten(List<Step> failing) {
		List<Step> steps = new ArrayList<>(failing);
		for (int size = steps.size() / 2; size > 0; size /= 2) {
			for (int start = 0; start + size <= steps.size();) {
				List<Step> fewer = new ArrayList<>(steps);
				fewer.subList(start, start + size).clear();
				if (firstDifference(fewer) != null) {
					steps = fewer;
				}
				else {
					start += size;
				}
			}
		}
		return steps;
	}

	private @Nullable String firstDifference(List<Step> steps) {
		ReferenceModel model = new ReferenceModel();
		try (VfsFixture fixture = createFixture()) {
			FilesOfFileSystem files = new FilesOfFileSystem(fixture);
			for (int i = 0; i < steps.size(); i++) {
				Step step = steps.get(i);
				if (step.possible().test(model)) {
					String difference = difference(model, files, step);
					if (difference != null) {
						return "step " + (i + 1) + " " + difference;
					}
				}
			}
			return endDifference(model, files, fixture);
		}
	}

	private static @Nullable String difference(ReferenceModel model, FilesOfFileSystem files, Step step) {
		String expected = step.applyTo(model);
		String actual = answer(step, files);
		if (!actual.equals(expected)) {
			return step + ": expected " + expected + " but was " + actual;
		}
		String state = state(model);
		String actualState = answer(new Step("state", (any) -> true, VfsModelKit::state), files);
		return state.equals(actualState) ? null
				: "after " + step + ": expected the state " + state + " but was " + actualState;
	}

	private static String answer(Step step, FilesOfFileSystem files) {
		try {
			return Objects.requireNonNull(Caller.as(callerOf(step), () -> step.applyTo(files)));
		}
		catch (RuntimeException ex) {
			return ex.toString();
		}
	}

	/** Returns one of two programs, always the same one for the same step. */
	private static Caller callerOf(Step step) {
		return new Caller(1000, 1000, 7 + (step.text().hashCode() & 1));
	}

	/**
	 * Returns the state of all files, as far as it is visible without changing anything.
	 */
	private static String state(ModelledFiles files) {
		StringBuilder state = new StringBuilder();
		for (String name : files.list()) {
			state.append(name).append('=').append(files.size(name)).append(' ');
		}
		for (int i = 0; i < Step.SLOTS; i++) {
			int slot = i;
			Step whole = new Step("", (any) -> true,
					(all) -> all.size(slot) + " " + Step.describe(all.read(slot, 0, 1 << 16)));
			state.append(slot).append('=').append(whole.applyTo(files)).append(' ');
		}
		return state.toString();
	}

	/** Closes everything and requires that the committed state equals the model. */
	private static @Nullable String endDifference(ReferenceModel model, FilesOfFileSystem files, VfsFixture fixture) {
		for (int i = 0; i < Step.SLOTS; i++) {
			int slot = i;
			if (!model.isFree(slot)) {
				Step close = new Step("close(" + slot + ")", (any) -> true, (all) -> {
					all.close(slot);
					return "done";
				});
				String difference = difference(model, files, close);
				if (difference != null) {
					return "at the end, " + difference;
				}
			}
		}
		files.restart();
		if (!files.list().equals(model.list())) {
			return "after a restart: expected " + model.list() + " but was " + files.list();
		}
		for (String name : model.list()) {
			byte[] committed = fixture.application().content(name);
			String actual = Step.describe((committed != null) ? committed : "no row".getBytes(StandardCharsets.UTF_8));
			if (!actual.equals(Step.describe(model.content(name)))) {
				return "committed content of " + name + ": expected " + Step.describe(model.content(name)) + " but was "
						+ actual;
			}
		}
		return fixture.unsavedContent().isEmpty() ? null : "unsaved: " + fixture.unsavedContent();
	}

}
