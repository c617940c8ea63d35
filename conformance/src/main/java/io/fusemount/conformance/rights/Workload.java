package io.fusemount.conformance.rights;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import io.fusemount.conformance.memory.Access;
import io.fusemount.conformance.rights.Oracle.Local;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random work of all users, and of the application, each step of which is compared with
 * what the {@link Oracle} allows.
 */
final class Workload {

	static final List<String> STORED = List.of("a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "to-two-f.txt");

	static final List<String> SCRATCH = List.of("4913", ".g.swp", "h.tmp", ".~lock.a.txt#");

	static final List<String> DIRECTORIES = List.of("i.lock", "j.lock");

	private final RightsFixture fixture;

	private final OwnedRows rows;

	private final Random random;

	private final Oracle oracle;

	private final List<User> users = new ArrayList<>(List.of(User.ADMIN, User.CLERK, User.ONE, User.TWO));

	private final OpenFiles open;

	private final Operations operations;

	private final ApplicationChanges changes;

	private final Deque<Runnable> program = new ArrayDeque<>();

	/** The names that the current step is about. */
	private final Set<String> touched = new TreeSet<>();

	private final List<String> log = new ArrayList<>();

	private int contents;

	/**
	 * Creates a workload.
	 * @param cached whether changes of rights that nobody has reported are seen late
	 */
	Workload(RightsFixture fixture, long seed, boolean cached) {
		this.fixture = fixture;
		this.rows = fixture.rows();
		this.random = new Random(seed);
		this.oracle = new Oracle(this.rows);
		this.open = new OpenFiles(this);
		this.operations = new Operations(this, this.open);
		this.changes = new ApplicationChanges(this, fixture.files().fileSystem(), cached);
		if (fixture.colleagues()) {
			this.users.add(User.COLLEAGUE);
		}
	}

	List<String> log() {
		return this.log;
	}

	Oracle oracle() {
		return this.oracle;
	}

	OwnedRows rows() {
		return this.rows;
	}

	OpenFiles open() {
		return this.open;
	}

	Random random() {
		return this.random;
	}

	Desk desk(User user) {
		return new Desk(user, this.fixture.files().fileSystem(), this.fixture.files().directory());
	}

	<T> T any(List<T> of) {
		return of.get(this.random.nextInt(of.size()));
	}

	/** Returns a text of which there is no other one, always of the same length. */
	String text() {
		return "content-%05d".formatted(++this.contents);
	}

	private String name() {
		int kind = this.random.nextInt(10);
		String name = (kind < 6) ? any(STORED) : (kind < 9) ? any(SCRATCH) : any(DIRECTORIES);
		return (kind == 0 && this.oracle.isTaken(name + "~")) ? name + "~" : name;
	}

	void log(String line) {
		this.log.add(line);
	}

	void touch(String... names) {
		this.touched.addAll(List.of(names));
	}

	/** Compares an outcome. */
	void expect(@Nullable Errno actual, @Nullable Errno... allowed) {
		this.log.set(this.log.size() - 1, this.log.get(this.log.size() - 1) + " -> " + actual);
		assertThat(actual).isIn((Object[]) allowed);
	}

	@Nullable Errno outcome(Runnable work) {
		try {
			work.run();
			return null;
		}
		catch (ErrnoException ex) {
			return ex.errno();
		}
	}

	/** Takes one step, and compares what everybody sees before and after it. */
	void step() {
		this.touched.clear();
		Map<User, Instant> times = new EnumMap<>(User.class);
		this.users.forEach((user) -> times.put(user, desk(user).status().modified()));
		Map<User, Set<String>> before = new EnumMap<>(User.class);
		this.users.forEach((user) -> before.put(user, this.oracle.allowed(user)));
		Runnable next = (this.random.nextInt(3) == 0) ? this.program.poll() : null;
		if (next != null) {
			next.run();
		}
		else {
			randomStep();
		}
		this.open.see();
		for (User user : this.users) {
			boolean concerned = this.touched.stream()
				.anyMatch((name) -> Objects.requireNonNull(before.get(user)).contains(name)
						|| this.oracle.allowed(user).contains(name));
			if (!concerned && !this.oracle.isLoose()) {
				assertThat(desk(user).status().modified())
					.as("time of the directory for %s, not concerned by %s", user, this.touched)
					.isEqualTo(times.get(user));
			}
		}
		look(any(this.users), name());
		look(any(this.users), name());
		this.users.forEach((user) -> compare(user, desk(user).list()));
	}

	/** Ends what is in progress. */
	void end() {
		while (!this.program.isEmpty()) {
			this.program.remove().run();
		}
		this.open.closeAll();
		this.users.forEach((user) -> compare(user, desk(user).list()));
	}

	private void randomStep() {
		User user = any(this.users);
		String name = name();
		switch (this.random.nextInt(20)) {
			case 0, 1 -> this.changes.change();
			case 2 -> listByPages(user);
			case 3, 4 -> this.operations.create(user, name);
			case 5 -> this.open.hold(user, name);
			case 6, 7 -> this.open.use();
			case 8 -> this.operations.createEmpty(user, name);
			case 9 -> this.operations.makeDirectory(user, name);
			case 10 -> this.operations.deleteDirectory(user, name);
			case 11, 12 -> this.operations.delete(user, name);
			case 13, 14 -> this.operations.rename(user, name, name());
			case 15 -> this.operations.truncate(user, name);
			case 16 -> this.operations.setModified(user, name);
			case 17 -> startProgram(user, any(STORED));
			default -> this.operations.overwrite(user, name);
		}
	}

	/** Looks a name up, and reads what it stands for. */
	private void look(User user, String name) {
		Set<Access> accesses = this.oracle.accesses(user, name);
		log(user + " looks up and reads " + name);
		boolean found = desk(user).find(name) != null;
		Local local = this.oracle.locals().get(name);
		Errno directory = (local != null && local.directory()) ? Errno.EISDIR : null;
		String[] read = new String[1];
		Errno outcome = outcome(() -> read[0] = desk(user).cat(name));
		if (accesses.contains(Access.NONE)) {
			if (accesses.size() == 1) {
				assertThat(found).as("lookup of %s by %s", name, user).isFalse();
				expect(outcome, Errno.ENOENT);
				return;
			}
			expect(outcome, null, Errno.ENOENT);
		}
		else {
			assertThat(found).as("lookup of %s by %s", name, user).isTrue();
			expect(outcome, directory);
		}
		if (outcome == null) {
			assertThat(read[0]).as("content of %s for %s", name, user).isEqualTo(this.oracle.content(name));
			assertThat(desk(user).status(name).size()).isEqualTo(read[0].length());
		}
	}

	private void compare(User user, List<String> listed) {
		assertThat(this.oracle.allowed(user)).as("names that %s may see", user).containsAll(listed);
		assertThat(listed).as("listing of %s", user).doesNotHaveDuplicates().containsAll(this.oracle.required(user));
	}

	private void listByPages(User user) {
		log(user + " lists by pages");
		Desk desk = desk(user);
		HandleId handle = desk.openDirectory("");
		List<Desk.Entry> read = new ArrayList<>();
		List<Desk.Entry> some;
		do {
			some = desk.entries(handle, read.isEmpty() ? 0 : read.get(read.size() - 1).next(), 3);
			read.addAll(some);
		}
		while (!some.isEmpty());
		int back = this.random.nextInt(read.size());
		assertThat(desk.entries(handle, read.get(back).next(), 100)).extracting(Desk.Entry::name)
			.isEqualTo(read.subList(back + 1, read.size()).stream().map(Desk.Entry::name).toList());
		desk.releaseDirectory(handle);
		compare(user, read.stream().map(Desk.Entry::name).filter((name) -> !Set.of(".", "..").contains(name)).toList());
	}

	/** Begins to save a file in one of the ways of editors, step by step. */
	private void startProgram(User user, String name) {
		OwnedRow row = this.oracle.row(name);
		if (row == null || !this.program.isEmpty() || this.oracle.access(user, name) != Access.WRITE
				|| this.oracle.isTaken(name + "~") || this.operations.isUnclear(user, name)
				|| !this.oracle.busy().add(name)) {
			return;
		}
		this.program.addAll(new Saves(this, this.operations).keepingABackup(user, name));
	}

}
