package io.fusemount.core.disturbance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * An operation of a program, what is there before, and what is to be there afterwards.
 */
final class Scene {

	private final String name;

	private final List<Consumer<World>> preparation = new ArrayList<>();

	private final Map<String, String> expected = new LinkedHashMap<>();

	private final Map<String, String> rowOf = new LinkedHashMap<>();

	private final Set<String> replaced = new TreeSet<>();

	private final Set<String> texts = new TreeSet<>();

	private final Map<String, String> halfwayThere = new LinkedHashMap<>();

	private int halfway = Integer.MAX_VALUE;

	private @Nullable String waiting;

	private boolean doubtful;

	private @Nullable String overwritten;

	private Consumer<World> operation = (world) -> {
	};

	Scene(String name) {
		this.name = name;
	}

	/** Something is done before. */
	Scene given(Consumer<World> action) {
		this.preparation.add(action);
		return this;
	}

	/** A file is stored. */
	Scene file(String path, String text) {
		this.texts.add(text);
		return given((world) -> world.put(path, text));
	}

	/** A program has a file open. */
	Scene held(By by, String path, String text, String written) {
		if (by == By.READER) {
			given((world) -> world.reader(path, text));
		}
		else if (by == By.WRITER) {
			this.texts.remove(text);
			written(written);
			given((world) -> world.writer(path, written));
		}
		return this;
	}

	/** What is written must not be lost. */
	Scene written(String text) {
		this.texts.add(text);
		return this;
	}

	/** After so many transactions, a file is there whatever happens to the others. */
	Scene halfway(int transactions, String path, String text) {
		this.halfway = transactions;
		this.halfwayThere.put(path, text);
		return this;
	}

	/** What was written is of no interest any more. */
	Scene deleted(String text) {
		this.texts.remove(text);
		return this;
	}

	/** A row waits for a new file, and programs do not see it until then. */
	Scene waiting(String path) {
		this.waiting = path;
		return this;
	}

	/** A row waits, too, as long as nobody knows whether a transaction has failed. */
	Scene doubtful(String path) {
		this.waiting = path;
		this.doubtful = true;
		return this;
	}

	/** A file is replaced with whatever it has then, also if the operation fails. */
	Scene overwriting(String path) {
		this.overwritten = path;
		return this;
	}

	Scene when(Consumer<World> operation) {
		this.operation = operation;
		return this;
	}

	/** A text that is not there any more afterwards. */
	Scene replacing(String text) {
		this.replaced.add(text);
		return this;
	}

	/** A file that is there afterwards. */
	Scene then(String path, String text) {
		this.expected.put(path, text);
		return this;
	}

	/** A file that is there afterwards with the row that an earlier one had. */
	Scene then(String path, String text, String before) {
		this.rowOf.put(path, before);
		return then(path, text);
	}

	int halfway() {
		return this.halfway;
	}

	Map<String, String> halfwayThere() {
		return this.halfwayThere;
	}

	@Nullable String overwritten() {
		return this.overwritten;
	}

	boolean isWaiting() {
		return !this.doubtful;
	}

	@Nullable String waiting() {
		return this.waiting;
	}

	void prepare(World world) {
		this.preparation.forEach((action) -> action.accept(world));
	}

	void operate(World world) {
		this.operation.accept(world);
	}

	Map<String, String> expected() {
		return this.expected;
	}

	Map<String, String> rowOf() {
		return this.rowOf;
	}

	/** Returns what is lost if it is nowhere, though the operation has succeeded. */
	Set<String> kept() {
		Set<String> kept = new TreeSet<>(this.texts);
		kept.removeAll(this.replaced);
		return kept;
	}

	/** Returns what is lost if it is nowhere after the operation has failed. */
	Set<String> texts() {
		return this.texts;
	}

	@Override
	public String toString() {
		return this.name;
	}

	/** How a program has a file open. */
	enum By {

		NOBODY, READER, WRITER

	}

}
