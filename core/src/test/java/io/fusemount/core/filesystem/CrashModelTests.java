package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.CallListener;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * The process is killed before, within and after each of many requests, at each call to
 * the source of the files. Whenever that is, the next process has every acknowledged
 * byte, and serves the request that was not answered as if it came for the first time.
 */
class CrashModelTests {

	private static final int REQUESTS = 50;

	private static final List<String> STORED = List.of("a", "b", "c", "d");

	/** Programs save in two steps by some of them, and some stay local. */
	private static final List<String> MIXED = List.of("a", "a~", "b", ".b.swp");

	@TempDir
	private Path parent;

	private Random random = new Random();

	private List<String> names = STORED;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 4 })
	void whateverIsInterruptedIsDoneOnce(long seed) {
		run(seed);
	}

	@ParameterizedTest
	@ValueSource(longs = { 3, 4, 14 })
	void savesInProgressGoOn(long seed) {
		this.names = MIXED;
		run(seed);
	}

	private void run(long seed) {
		this.random = new Random(seed);
		InMemoryDirectory files = new InMemoryDirectory("files", 10, true, InstantSource.system());
		if (seed % 2 == 0) {
			files.patchable();
		}
		CrashFixture mount = new CrashFixture(this.parent, files);
		Model model = new Model();
		for (int request = 1; request <= REQUESTS; request++) {
			int number = request;
			Request next = request(model);
			String text = "Seed " + seed + ", request " + request + ": " + next;
			Set<Long> before = model.handles();
			List<Moment> moments = new ArrayList<>();
			moments.add(moment(mount));
			listen(mount, moments);
			serve(next, request, false, mount, model);
			mount.files.troubles().listen(new CallListener() {
			});
			moments.add(moment(mount));
			Moment answered = moment(mount);
			check(new CrashFixture(this.parent, answered.rows(), answered.image(), model.handles()), model, text);
			for (Moment moment : moments) {
				String at = text + ", at moment " + moments.indexOf(moment) + " of " + moments.size();
				assertThatNoException().as(at).isThrownBy(() -> {
					CrashFixture resumed = new CrashFixture(this.parent, moment.rows(), moment.image(), before);
					HandleId got = repeat(next, number, resumed);
					check(resumed, (got != null) ? model.with(next.handle, got) : model, at);
				});
			}
		}
		mount.close();
	}

	private Moment moment(CrashFixture mount) {
		return new Moment(mount.copy(), mount.files.copy());
	}

	private void listen(CrashFixture mount, List<Moment> moments) {
		mount.files.troubles().listen(new CallListener() {
			@Override
			public void before(Call call) {
				moments.add(moment(mount));
			}

			@Override
			public void after(Call call) {
				moments.add(moment(mount));
			}
		});
	}

	/** Requires that handles have what they should, and that it is stored by closing. */
	private void check(CrashFixture mount, Model model, String text) {
		model.open
			.forEach((handle, file) -> assertThat(mount.read(new HandleId(handle))).as(text).isEqualTo(file.content()));
		model.open.keySet().forEach((handle) -> mount.closeFile(new HandleId(handle)));
		requireNames(mount, model, text);
		assertThat(mount.unsaved).as(text).isEmpty();
		if (this.names == STORED) {
			requireStored(mount, model, text);
		}
		mount.close();
	}

	private void requireNames(CrashFixture mount, Model model, String text) {
		for (String name : this.names) {
			Node found = mount.fileSystem.lookup(mount.fileSystem.locate("/files/" + name).directory(), new Name(name));
			ModelFile file = model.names.get(name);
			assertThat(found != null).as(text + ": " + name).isEqualTo(file != null);
			if (found != null && file != null) {
				HandleId handle = mount.fileSystem.open(found, OpenOptions.READ);
				assertThat(mount.read(handle)).as(text + ": " + name).isEqualTo(file.content());
				mount.fileSystem.release(handle);
			}
		}
	}

	private static void requireStored(CrashFixture mount, Model model, String text) {
		Map<String, String> stored = new TreeMap<>();
		mount.files.application().names().forEach((name) -> stored.put(name, String.valueOf(mount.stored(name))));
		Map<String, String> expected = new TreeMap<>();
		model.names.forEach((name, file) -> expected.put(name, file.content()));
		assertThat(stored).as(text).isEqualTo(expected);
	}

	private Request request(Model model) {
		while (true) {
			Request next = new Request(Kind.values()[this.random.nextInt(Kind.values().length)]);
			next.name = this.names.get(this.random.nextInt(this.names.size()));
			next.newName = this.names.get(this.random.nextInt(this.names.size()));
			next.position = this.random.nextInt(40);
			next.text = "0123456789".substring(this.random.nextInt(5)).repeat(1 + this.random.nextInt(2));
			List<Long> handles = List.copyOf(model.open.keySet());
			next.handle = handles.isEmpty() ? 0 : handles.get(this.random.nextInt(handles.size()));
			if (model.isPossible(next)) {
				return next;
			}
		}
	}

	private static void serve(Request next, int number, boolean repeated, CrashFixture mount, Model model) {
		CrashFixture.attempt(number, repeated, () -> {
			HandleId got = run(next, mount);
			model.apply(next, got);
		});
	}

	private static @Nullable HandleId repeat(Request next, int number, CrashFixture mount) {
		@Nullable HandleId[] got = new HandleId[1];
		CrashFixture.attempt(number, true, () -> {
			try {
				got[0] = run(next, mount);
			}
			catch (ErrnoException ex) {
				// The kernel ignores how the end of a handle ends.
				if (next.kind != Kind.RELEASE || ex.errno() != Errno.EBADF) {
					throw ex;
				}
			}
		});
		return got[0];
	}

	private static @Nullable HandleId run(Request next, CrashFixture mount) {
		HandleId handle = new HandleId(next.handle);
		switch (next.kind) {
			case CREATE -> {
				return mount.create(next.name);
			}
			case OPEN -> {
				return mount.open(next.name, OpenOptions.READ_WRITE);
			}
			case OPEN_TO_APPEND -> {
				return mount.open(next.name,
						new OpenOptions(true, true, false, OpenOptions.Creation.SHARED, true, true));
			}
			case WRITE, WRITE_MORE -> mount.write(handle, next.position, next.text);
			case TRUNCATE -> mount.fileSystem.truncate(handle, next.position);
			case FLUSH -> mount.fileSystem.flush(handle);
			case SYNC -> mount.fileSystem.sync(handle);
			case RELEASE -> mount.fileSystem.release(handle);
			case DELETE -> mount.delete(next.name);
			case RENAME -> mount.rename(next.name, next.newName);
		}
		return null;
	}

	private enum Kind {

		CREATE, OPEN, OPEN_TO_APPEND, WRITE, WRITE_MORE, TRUNCATE, FLUSH, SYNC, RELEASE, DELETE, RENAME

	}

	private static final class Request {

		private final Kind kind;

		private String name = "";

		private String newName = "";

		private long handle;

		private int position;

		private String text = "";

		Request(Kind kind) {
			this.kind = kind;
		}

		@Override
		public String toString() {
			return this.kind + " " + this.name + " " + this.newName + " handle " + this.handle + " at " + this.position;
		}

	}

	private record Moment(CrashFixture.Image image, InMemoryDirectory rows) {

	}

	/**
	 * What programs have been told.
	 */
	private static final class Model {

		private final Map<String, ModelFile> names = new TreeMap<>();

		private final Map<Long, ModelFile> open = new TreeMap<>();

		private final Set<Long> appending = new HashSet<>();

		Set<Long> handles() {
			return new HashSet<>(this.open.keySet());
		}

		/** Returns the model in which a handle has another number. */
		Model with(long known, HandleId got) {
			Model other = new Model();
			other.names.putAll(this.names);
			this.open.forEach((handle, file) -> other.open.put((handle == known) ? got.value() : handle, file));
			return other;
		}

		boolean isPossible(Request next) {
			boolean there = this.names.containsKey(next.name);
			return switch (next.kind) {
				case CREATE -> !there;
				case OPEN, OPEN_TO_APPEND -> there && this.open.size() < 5;
				case DELETE -> there;
				case RENAME -> there && !next.name.equals(next.newName);
				default -> this.open.containsKey(next.handle);
			};
		}

		void apply(Request next, @Nullable HandleId got) {
			ModelFile file = this.open.getOrDefault(next.handle, new ModelFile());
			switch (next.kind) {
				case CREATE -> this.names.put(next.name, new ModelFile());
				case DELETE -> this.names.remove(next.name);
				case RENAME -> this.names.put(next.newName, this.names.remove(next.name));
				case RELEASE -> this.open.remove(next.handle);
				case WRITE, WRITE_MORE ->
					file.write(this.appending.contains(next.handle) ? file.bytes.length : next.position, next.text);
				case TRUNCATE -> file.bytes = Arrays.copyOf(file.bytes, next.position);
				default -> {
				}
			}
			if (got != null) {
				this.open.put(got.value(), this.names.get(next.name));
				next.handle = got.value();
				if (next.kind == Kind.OPEN_TO_APPEND) {
					this.appending.add(got.value());
				}
			}
		}

	}

	private static final class ModelFile {

		private byte[] bytes = new byte[0];

		void write(int position, String text) {
			byte[] more = text.getBytes(StandardCharsets.UTF_8);
			this.bytes = Arrays.copyOf(this.bytes, Math.max(this.bytes.length, position + more.length));
			ByteBuffer.wrap(this.bytes).put(position, more);
		}

		String content() {
			return new String(this.bytes, StandardCharsets.UTF_8);
		}

	}

}
