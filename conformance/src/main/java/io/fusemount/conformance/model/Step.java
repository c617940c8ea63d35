package io.fusemount.conformance.model;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Allocation;

/**
 * One operation of a generated sequence. It refers to slots and files, never to handles,
 * so any part of a sequence is also a sequence.
 *
 * @param text the operation as a line of a report
 * @param possible whether the operation can run now: no slot holds two files, and the
 * application changes no open file
 * @param operation runs the operation and returns its answer as text
 */
record Step(String text, Predicate<ReferenceModel> possible, Function<ModelledFiles, String> operation) {

	static final int SLOTS = 4;

	/** The last name may be that of a backup of one of the others. */
	private static final String[] NAMES = { "a", "b", "a.b" };

	private static final String[] PATHS = { "a", "b", "a.b", "d/a", "d/a.d", "e/a", "d/n/a" };

	private static final String[] DIRECTORIES = { "d", "e", "d/n", "e/n" };

	private static final int MAX_POSITION = 20_000;

	/** Returns the answer, which is a result or an errno. */
	String applyTo(ModelledFiles files) {
		try {
			return this.operation.apply(files);
		}
		catch (ErrnoException ex) {
			return ex.errno().name();
		}
	}

	/**
	 * Generates any step, whether it makes sense or not.
	 * @param tree whether there are directories
	 */
	static Step random(Random random, boolean tree) {
		if (tree && random.nextInt(6) == 0) {
			return ofDirectory(random);
		}
		int slot = random.nextInt(SLOTS);
		String[] names = tree ? PATHS : NAMES;
		String name = names[random.nextInt(names.length)];
		String other = names[random.nextInt(names.length)];
		int position = random.nextInt(MAX_POSITION);
		byte[] bytes = new byte[1 + random.nextInt(10_000)];
		random.nextBytes(bytes);
		Predicate<ReferenceModel> free = (model) -> model.isFree(slot);
		Predicate<ReferenceModel> closed = (model) -> !model.isOpen(name) && model.hasDirectoryOf(name);
		return switch (random.nextInt(20)) {
			case 0, 1 -> action("create", slot + ", " + name, (files) -> files.create(slot, name)).onlyIf(free);
			case 2 -> action("open", slot + ", " + name, (files) -> files.open(slot, name, false)).onlyIf(free);
			case 3 -> action("openTruncated", slot + ", " + name, (files) -> files.open(slot, name, true)).onlyIf(free);
			case 4, 5 -> action("write", slot + ", " + position + ", " + bytes.length + " bytes",
					(files) -> files.write(slot, position, bytes));
			case 6 -> action("truncate", slot + ", " + position, (files) -> files.truncate(slot, position));
			case 7 -> action("truncate", name + ", " + position, (files) -> files.truncate(name, position));
			case 8 -> action("sync", slot, (files) -> files.sync(slot));
			case 9, 10 -> action("close", slot, (files) -> files.close(slot));
			case 11, 12 -> action("rename", name + ", " + other, (files) -> files.rename(name, other));
			case 13 -> action("delete", name, (files) -> files.delete(name));
			case 14 -> action("append", slot + ", " + bytes.length + " bytes",
					(files) -> files.write(slot, (int) files.size(slot), bytes));
			case 15 -> {
				Allocation allocation = Allocation.values()[random.nextInt(4)];
				yield action("allocate", slot + ", " + allocation + ", " + position + ", " + bytes.length,
						(files) -> files.allocate(slot, allocation, position, bytes.length));
			}
			case 16 -> rare(random, slot, name, closed);
			case 17 -> action("changeBehind", name + ", " + bytes.length + " bytes",
					(files) -> files.changeBehind(name, bytes))
				.onlyIf(closed);
			default -> new Step("read(" + slot + ", " + position + ", " + bytes.length + ")", (model) -> true,
					(files) -> describe(files.read(slot, position, bytes.length)));
		};
	}

	private static Step ofDirectory(Random random) {
		String path = DIRECTORIES[random.nextInt(DIRECTORIES.length)];
		String other = DIRECTORIES[random.nextInt(DIRECTORIES.length)];
		return switch (random.nextInt(5)) {
			case 0, 1 -> action("makeDirectory", path, (files) -> files.makeDirectory(path));
			case 2 -> action("removeDirectory", path, (files) -> files.removeDirectory(path));
			default -> action("renameDirectory", path + ", " + other, (files) -> files.renameDirectory(path, other));
		};
	}

	private static Step rare(Random random, int slot, String name, Predicate<ReferenceModel> closed) {
		return switch (random.nextInt(4)) {
			case 0 -> action("restart", "", ModelledFiles::restart);
			case 1 -> action("removeBehind", name, (files) -> files.removeBehind(name)).onlyIf(closed);
			case 2 -> action("createEmpty", name, (files) -> files.createEmpty(name));
			default -> new Step("size(" + slot + ")", (model) -> true, (files) -> Long.toString(files.size(slot)));
		};
	}

	private static Step action(String text, Object arguments, Consumer<ModelledFiles> operation) {
		return new Step(text + "(" + arguments + ")", (model) -> true, (files) -> {
			operation.accept(files);
			return "done";
		});
	}

	private Step onlyIf(Predicate<ReferenceModel> condition) {
		return new Step(this.text, condition, this.operation);
	}

	static String describe(byte[] bytes) {
		return bytes.length + " bytes " + HexFormat.of().toHexDigits(Arrays.hashCode(bytes));
	}

	@Override
	public String toString() {
		return this.text;
	}

}
