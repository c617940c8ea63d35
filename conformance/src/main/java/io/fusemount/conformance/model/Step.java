package io.fusemount.conformance.model;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

import io.fusemount.core.errno.ErrnoException;

/**
 * One operation of a generated sequence. It names slots and files, never handles, so any
 * part of a sequence is a sequence, too.
 *
 * @param text the operation as a line of a report
 * @param operation does it and returns its answer as text
 */
record Step(String text, Function<ModelledFiles, String> operation) {

	static final int SLOTS = 4;

	private static final String[] NAMES = { "a", "b", "c" };

	private static final int MAX_POSITION = 20_000;

	/** Returns the answer, be it a result or an errno. */
	String applyTo(ModelledFiles files) {
		try {
			return this.operation.apply(files);
		}
		catch (ErrnoException ex) {
			return ex.errno().name();
		}
	}

	/** Generates any step, whether it makes sense or not. */
	static Step random(Random random) {
		int slot = random.nextInt(SLOTS);
		String name = NAMES[random.nextInt(NAMES.length)];
		String other = NAMES[random.nextInt(NAMES.length)];
		int position = random.nextInt(MAX_POSITION);
		int length = 1 + random.nextInt(10_000);
		switch (random.nextInt(14)) {
			case 0, 1:
				return action("create(" + slot + ", " + name + ")", (files) -> files.create(slot, name));
			case 2:
				return action("open(" + slot + ", " + name + ")", (files) -> files.open(slot, name, false));
			case 3:
				return action("openTruncated(" + slot + ", " + name + ")", (files) -> files.open(slot, name, true));
			case 4, 5:
				byte[] bytes = new byte[length];
				random.nextBytes(bytes);
				return action("write(" + slot + ", " + position + ", " + length + " bytes)",
						(files) -> files.write(slot, position, bytes));
			case 6:
				return action("truncate(" + slot + ", " + position + ")", (files) -> files.truncate(slot, position));
			case 7:
				return action("truncate(" + name + ", " + position + ")", (files) -> files.truncate(name, position));
			case 8:
				return action("sync(" + slot + ")", (files) -> files.sync(slot));
			case 9, 10:
				return action("close(" + slot + ")", (files) -> files.close(slot));
			case 11:
				return action("rename(" + name + ", " + other + ")", (files) -> files.rename(name, other));
			case 12:
				return action("delete(" + name + ")", (files) -> files.delete(name));
			default:
				return new Step("read(" + slot + ", " + position + ", " + length + ")",
						(files) -> describe(files.read(slot, position, length)));
		}
	}

	private static Step action(String text, Consumer<ModelledFiles> operation) {
		return new Step(text, (files) -> {
			operation.accept(files);
			return "done";
		});
	}

	/** Whether the step would put a second file into a slot. */
	boolean needsFreeSlot() {
		return this.text.startsWith("create") || this.text.startsWith("open");
	}

	int slot() {
		return Integer.parseInt(this.text.replaceAll("\\D*(\\d+).*", "$1"));
	}

	static String describe(byte[] bytes) {
		return bytes.length + " bytes " + HexFormat.of().toHexDigits(Arrays.hashCode(bytes));
	}

	@Override
	public String toString() {
		return this.text;
	}

}
