package io.fusemount.conformance.crash;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A program that works on files of its own without a pause, each step chosen by random
 * numbers from a seed. It records in a manifest the operations that it starts and those
 * that were acknowledged.
 */
final class Writer implements Runnable {

	private static final int MAX_FILES = 12;

	private static final int MAX_DIRECTORIES = 8;

	private static final int MAX_OPEN = 2;

	private static final Duration AFTER_FAILURE = Duration.ofMillis(20);

	private final Manifest manifest = new Manifest();

	private final List<Held> open = new ArrayList<>();

	private final String prefix;

	private final Progress progress;

	private final Random random;

	private final Hand hand;

	private final List<Step> steps;

	private final Names names;

	Writer(Path directory, String prefix, long seed, Progress progress, boolean tree) {
		this.prefix = prefix;
		this.progress = progress;
		this.random = new Random(seed);
		this.hand = new Hand(directory, this.random);
		this.steps = Step.possible(tree);
		this.names = new Names(prefix, this.random, this.manifest, this.open);
	}

	Manifest manifest() {
		return this.manifest;
	}

	@Override
	public void run() {
		while (!this.progress.isStopped()) {
			Step step = files().isEmpty() ? Step.CREATE : this.steps.get(this.random.nextInt(this.steps.size()));
			try {
				step(step);
			}
			catch (IOException ex) {
				this.progress.failed(step + " of " + this.prefix, ex);
				if (this.progress.areFailuresFatal()) {
					return;
				}
				// A device that refuses everything is not called a thousand times a
				// second.
				LockSupport.parkNanos(AFTER_FAILURE.toNanos());
			}
		}
	}

	private void step(Step step) throws IOException {
		switch (step) {
			case CREATE -> create();
			case CREATE_SYNCHRONIZED -> createSynchronized();
			case OVERWRITE -> overwrite();
			case REPLACE_CONTENT -> replaceContent();
			case APPEND -> append();
			case TRUNCATE -> truncate();
			case READ -> read();
			case RENAME -> rename(newName());
			case RENAME_OVER -> rename(anyName());
			case SAVE -> save();
			case SAVE_OPEN -> saveOpen();
			case DELETE -> delete();
			case DELETE_UNCOMMITTED -> deleteUncommitted();
			case LEAVE_OPEN -> leaveOpen();
			case MAKE_DIRECTORY -> makeDirectory();
			case REMOVE_DIRECTORY -> removeDirectory();
			case MOVE_DIRECTORY -> moveDirectory(false);
			case MOVE_DIRECTORY_OVER -> moveDirectory(true);
		}
	}

	/** Runs an operation, which is acknowledged if its calls return without an errno. */
	private void commit(Change change, Calls calls) throws IOException {
		this.manifest.start(change);
		this.progress.started();
		calls.call();
		this.manifest.acknowledge(change);
		this.progress.acknowledged();
	}

	private void create() throws IOException {
		if (files().size() >= MAX_FILES) {
			delete();
			return;
		}
		String name = newName();
		byte[] content = this.hand.content();
		commit(Change.of(name, null, content), () -> this.hand.store(name, content, StandardOpenOption.CREATE_NEW));
	}

	private void createSynchronized() throws IOException {
		String name = newName();
		byte[] first = this.hand.content();
		byte[] second = this.hand.content();
		try (FileChannel channel = this.hand.open(name, StandardOpenOption.CREATE_NEW)) {
			commit(Change.of(name, null, first), () -> {
				this.hand.write(channel, first);
				channel.force(true);
			});
			commit(Change.of(name, first, join(first, second)), () -> {
				this.hand.write(channel, second);
				channel.close();
			});
		}
	}

	private void overwrite() throws IOException {
		String name = anyName();
		byte[] old = known(name);
		byte[] piece = this.hand.content();
		int at = this.random.nextInt(old.length + 1);
		byte[] changed = Arrays.copyOf(old, Math.max(old.length, at + piece.length));
		System.arraycopy(piece, 0, changed, at, piece.length);
		commit(Change.of(name, old, changed), () -> {
			try (FileChannel channel = this.hand.open(name)) {
				this.hand.write(channel.position(at), piece);
				channel.force(false);
			}
		});
	}

	private void replaceContent() throws IOException {
		String name = anyName();
		byte[] content = this.hand.content();
		commit(Change.of(name, known(name), content),
				() -> this.hand.store(name, content, StandardOpenOption.TRUNCATE_EXISTING));
	}

	private void append() throws IOException {
		String name = anyName();
		byte[] piece = this.hand.content();
		commit(Change.of(name, known(name), join(known(name), piece)),
				() -> this.hand.store(name, piece, StandardOpenOption.APPEND));
	}

	private void truncate() throws IOException {
		String name = anyName();
		byte[] old = known(name);
		int size = this.random.nextInt(old.length + 1);
		commit(Change.of(name, old, Arrays.copyOf(old, size)), () -> {
			try (FileChannel channel = this.hand.open(name)) {
				channel.truncate(size);
			}
		});
	}

	private void read() throws IOException {
		String name = anyName();
		byte[] actual = this.hand.read(name);
		if (!Arrays.equals(actual, known(name))) {
			this.progress.problem("Read under load: %s %s. Expected: %s".formatted(name, Change.describe(actual),
					Change.describe(known(name))));
		}
	}

	private void rename(String target) throws IOException {
		String source = anyName();
		if (!source.equals(target)) {
			commit(Change.rename(source, known(source), target, files().get(target)),
					() -> this.hand.move(source, target));
		}
	}

	private void save() throws IOException {
		String target = anyName();
		String scratch = newName();
		byte[] content = this.hand.content();
		commit(Change.of(scratch, null, content),
				() -> this.hand.store(scratch, content, StandardOpenOption.CREATE_NEW));
		commit(Change.rename(scratch, content, target, known(target)), () -> this.hand.move(scratch, target));
	}

	private void saveOpen() throws IOException {
		String target = anyName();
		String scratch = newName();
		byte[] content = this.hand.content();
		try (FileChannel channel = this.hand.open(scratch, StandardOpenOption.CREATE_NEW)) {
			commit(Change.save(scratch, content, target, known(target)), () -> {
				this.hand.write(channel, content);
				this.hand.move(scratch, target);
			});
		}
	}

	private void delete() throws IOException {
		String name = anyName();
		commit(Change.of(name, known(name), null), () -> this.hand.delete(name));
	}

	private void deleteUncommitted() throws IOException {
		if (!this.progress.areFailuresFatal()) {
			// Closing a file that could not be deleted would store it.
			return;
		}
		String name = newName();
		commit(Change.of(name, null, null), () -> {
			try (FileChannel channel = this.hand.open(name, StandardOpenOption.CREATE_NEW)) {
				this.hand.write(channel, this.hand.content());
				this.hand.delete(name);
			}
		});
	}

	private void leaveOpen() throws IOException {
		if (this.open.size() >= MAX_OPEN) {
			return;
		}
		boolean anew = this.random.nextBoolean();
		String name = anew ? newName() : anyName();
		byte[] content = this.hand.content();
		Change change = Change.of(name, files().get(name), content);
		this.manifest.start(change);
		FileChannel channel = this.hand.open(name,
				anew ? StandardOpenOption.CREATE_NEW : StandardOpenOption.TRUNCATE_EXISTING);
		this.open.add(new Held(channel, change));
		this.hand.write(channel, content);
		this.manifest.hold(change);
	}

	private void makeDirectory() throws IOException {
		if (this.names.directories().size() >= MAX_DIRECTORIES) {
			removeDirectory();
			return;
		}
		String name = this.names.newDirectory();
		commit(Change.of(name, null, Change.DIRECTORY), () -> this.hand.makeDirectory(name));
	}

	private void removeDirectory() throws IOException {
		String name = this.names.emptyDirectory("");
		if (name != null) {
			commit(Change.of(name, Change.DIRECTORY, null), () -> this.hand.removeDirectory(name));
		}
	}

	/** Moves a directory with the open files in it. */
	private void moveDirectory(boolean over) throws IOException {
		String source = this.names.anyDirectory();
		String target = (source == null) ? null
				: over ? this.names.emptyDirectory(source) : this.names.newDirectory(source);
		if (source == null || target == null || source.startsWith(target)) {
			return;
		}
		List<Held> along = this.open.stream().filter((held) -> held.isIn(source)).toList();
		Map<String, byte @Nullable []> contents = new HashMap<>(this.manifest.certain());
		contents.keySet().removeIf((name) -> !name.startsWith(source));
		along.forEach((held) -> {
			contents.putAll(held.change().before());
			this.manifest.release(held.change());
		});
		commit(Change.moveDirectory(source, target, contents, over), () -> this.hand.moveDirectory(source, target));
		for (Held held : along) {
			Held moved = new Held(held.channel(), held.change().moved(source, target));
			this.open.set(this.open.indexOf(held), moved);
			this.manifest.hold(moved.change());
		}
	}

	/**
	 * Closes the files that were left open.
	 * @param commit whether closing is expected to store them; the remains of a mount
	 * that is gone store nothing
	 */
	void closeAll(boolean commit) {
		for (Held held : this.open) {
			try {
				if (commit) {
					commit(held.change(), () -> held.channel().close());
				}
				else {
					held.channel().close();
				}
			}
			catch (IOException ex) {
				if (commit) {
					this.progress.failed("Closing what was left open by " + this.prefix, ex);
				}
			}
		}
		this.open.clear();
	}

	private Map<String, byte[]> files() {
		return this.names.files();
	}

	private byte[] known(String name) {
		return Objects.requireNonNull(files().get(name));
	}

	private String newName() {
		return this.names.newFile();
	}

	private String anyName() {
		return this.names.anyFile();
	}

	private static byte[] join(byte[] first, byte[] second) {
		byte[] both = Arrays.copyOf(first, first.length + second.length);
		System.arraycopy(second, 0, both, first.length, second.length);
		return both;
	}

	/** The system calls of an operation. */
	@FunctionalInterface
	private interface Calls {

		void call() throws IOException;

	}

}
