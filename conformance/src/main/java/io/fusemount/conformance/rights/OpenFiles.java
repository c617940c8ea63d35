package io.fusemount.conformance.rights;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.fusemount.conformance.memory.Access;
import io.fusemount.conformance.rights.Oracle.Local;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Handles that users keep while rights change.
 */
final class OpenFiles {

	/**
	 * A handle that is kept.
	 *
	 * @param name the name of a new file, or the one that was opened
	 * @param row the row that was opened, {@code null} for a new file
	 * @param replaced whether the row has got the content of another file since
	 */
	private record Held(User user, String name, HandleId handle, @Nullable NodeKey row, boolean write,
			boolean replaced) {

	}

	private final Workload workload;

	private final Oracle oracle;

	private final List<Held> held = new ArrayList<>();

	/** Everything that a row has ever contained. */
	private final Map<NodeKey, Set<String>> contents = new HashMap<>();

	OpenFiles(Workload workload) {
		this.workload = workload;
		this.oracle = workload.oracle();
	}

	/** Notes what the rows contain. */
	void see() {
		for (OwnedRow row : this.workload.rows().all()) {
			contents(this.workload.rows().key(row.name())).add(row.content());
		}
	}

	private Set<String> contents(NodeKey row) {
		return this.contents.computeIfAbsent(row, (key) -> new HashSet<>(Set.of("")));
	}

	/** Whether a new file of this name is open. */
	boolean isPending(String name) {
		Local local = this.oracle.locals().get(name);
		return local != null && local.handle() != null;
	}

	/** Whether changes of the content or the time wait for a handle to be closed. */
	boolean isOpenForWriting(String name) {
		OwnedRow row = this.oracle.row(name);
		NodeKey key = (row != null) ? this.workload.rows().key(row.name()) : null;
		return this.held.stream().anyMatch((one) -> one.write && one.row != null && one.row.equals(key));
	}

	void created(User user, String name, HandleId handle) {
		this.oracle.locals().put(name, new Local(user.audience(), false, handle, false, ""));
		this.held.add(new Held(user, name, handle, null, true, false));
	}

	/** Opens a file and keeps it open. */
	void hold(User user, String name) {
		boolean write = this.workload.random().nextBoolean();
		OwnedRow row = this.oracle.row(name);
		if (row == null || this.oracle.isLoose(name) || this.oracle.busy().contains(name.replace("~", ""))) {
			return;
		}
		this.workload.log(user + " opens " + name + (write ? " for writing" : " for reading"));
		this.workload.touch(name);
		HandleId[] handle = new HandleId[1];
		Access access = this.oracle.access(user, name);
		Errno expected = (access == Access.NONE) ? Errno.ENOENT
				: (write && access == Access.READ) ? Errno.EACCES : null;
		this.workload.expect(this.workload.outcome(() -> handle[0] = this.workload.desk(user)
			.open(name, write ? OpenOptions.READ_WRITE : OpenOptions.READ)), expected);
		if (expected == null) {
			this.held.add(new Held(user, name, handle[0], this.workload.rows().key(row.name()), write, false));
		}
	}

	/**
	 * A row has got the content of another file, whose handles go on with the row.
	 * @param source the row of that file, {@code null} if it had none
	 */
	void replaced(NodeKey row, @Nullable NodeKey source) {
		this.held.replaceAll((one) -> {
			if (row.equals(one.row)) {
				return new Held(one.user, one.name, one.handle, row, one.write, true);
			}
			return (source != null && source.equals(one.row))
					? new Held(one.user, one.name, one.handle, row, one.write, one.replaced) : one;
		});
		if (source != null) {
			contents(row).addAll(contents(source));
		}
	}

	/** Reads by a handle that is kept, or ends it. */
	void use() {
		if (this.held.isEmpty()) {
			return;
		}
		Held one = this.workload.any(this.held);
		if (one.row == null) {
			close(one);
		}
		else if (this.workload.random().nextBoolean()) {
			read(one);
		}
		else {
			write(one, one.row);
		}
	}

	void closeAll() {
		for (Held one : List.copyOf(this.held)) {
			if (one.row == null) {
				close(one);
			}
			else {
				this.workload.desk(one.user).close(one.handle);
			}
		}
		this.held.clear();
	}

	private void read(Held one) {
		this.workload.log(one.user + " reads " + one.name + " by a handle");
		String[] text = new String[1];
		Errno outcome = this.workload.outcome(() -> text[0] = this.workload.desk(one.user).read(one.handle));
		// An earlier version that others have replaced may not be had any more.
		this.workload.expect(outcome, null, Errno.ESTALE);
		if (outcome == null) {
			assertThat(contents(Objects.requireNonNull(one.row))).contains(text[0]);
		}
	}

	private void write(Held one, NodeKey row) {
		this.held.remove(one);
		OwnedRow found = this.workload.rows()
			.all()
			.stream()
			.filter((candidate) -> this.workload.rows().key(candidate.name()).equals(row))
			.findFirst()
			.orElse(null);
		if (!one.write || found != null && this.oracle.busy().contains(found.name())) {
			this.workload.log(one.user + " closes " + one.name);
			this.workload.desk(one.user).close(one.handle);
			return;
		}
		this.workload.log(one.user + " writes and closes " + one.name + ", now " + found);
		if (found != null) {
			this.workload.touch(found.name());
		}
		Desk desk = this.workload.desk(one.user);
		String text = this.workload.text();
		Errno outcome = this.workload.outcome(() -> {
			try {
				desk.write(one.handle, text);
			}
			finally {
				desk.close(one.handle);
			}
		});
		contents(row).add(text);
		this.workload.expect(outcome, null, Errno.ESTALE);
		if (outcome == null && found != null) {
			assertThat(this.workload.rows().get(found.name()).content())
				.isEqualTo(one.replaced ? found.content() : text);
		}
	}

	/** Writes and closes a new file. */
	private void close(Held one) {
		this.held.remove(one);
		Local local = this.oracle.locals().get(one.name);
		boolean there = local != null && one.handle.equals(local.handle());
		this.workload.log(one.user + " writes and closes the new file " + one.name);
		this.workload.touch(one.name);
		String text = this.workload.text();
		boolean stored = Workload.STORED.contains(one.name) || Workload.DIRECTORIES.contains(one.name);
		Desk desk = this.workload.desk(one.user);
		Errno outcome = this.workload.outcome(() -> {
			desk.write(one.handle, text);
			desk.close(one.handle);
		});
		if (!there) {
			this.workload.expect(outcome, (Errno) null);
			return;
		}
		boolean refused = stored && Operations.isForSomebodyElse(one.user, one.name);
		this.workload.expect(outcome, refused ? Errno.EACCES : null);
		if (stored) {
			this.oracle.locals().remove(one.name);
		}
		else {
			this.oracle.locals().put(one.name, Local.scratch(one.user, text));
		}
		if (stored && !refused) {
			assertThat(this.workload.rows().get(one.name).content()).isEqualTo(text);
		}
	}

}
