package io.fusemount.conformance.rights;

import java.time.Instant;

import io.fusemount.conformance.memory.Access;
import io.fusemount.conformance.rights.Oracle.Local;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The operations of users in a {@link Workload}, each with the outcome that it must have.
 */
final class Operations {

	private final Workload workload;

	private final Oracle oracle;

	private final OwnedRows rows;

	private final OpenFiles open;

	Operations(Workload workload, OpenFiles open) {
		this.workload = workload;
		this.oracle = workload.oracle();
		this.rows = workload.rows();
		this.open = open;
	}

	/** Whether a step would be about what the oracle does not follow. */
	boolean isUnclear(User user, String... names) {
		for (String name : names) {
			boolean in = this.oracle.busy().contains(name) || this.oracle.busy().contains(name.replace("~", ""));
			if (this.oracle.isLoose(name) || in && this.oracle.access(user, name) != Access.NONE
					|| this.oracle.away().containsValue(name) && this.oracle.isTaken(name)
							&& mayMeetTheRow(user, name)) {
				return true;
			}
		}
		return false;
	}

	private boolean mayMeetTheRow(User user, String stored) {
		OwnedRow row = this.rows.find(stored);
		return row != null && row.accessOf(user) != Access.NONE;
	}

	private @Nullable Errno refusal(User user, String name) {
		return switch (this.oracle.access(user, name)) {
			case NONE -> Errno.ENOENT;
			case READ -> Errno.EACCES;
			case WRITE -> null;
		};
	}

	private boolean isDirectory(String name) {
		Local local = this.oracle.locals().get(name);
		return local != null && local.directory();
	}

	/** What the user creates under a free name would be somebody else's. */
	static boolean isForSomebodyElse(User user, String name) {
		return User.ownerOf(name, user) != user.audience()
				&& user.access(User.ownerOf(name, user), false) != Access.WRITE;
	}

	void create(User user, String name) {
		if (isUnclear(user, name)) {
			return;
		}
		this.workload.log(user + " creates " + name);
		this.workload.touch(name);
		boolean taken = this.oracle.isTaken(name);
		HandleId[] handle = new HandleId[1];
		this.workload.expect(this.workload.outcome(() -> handle[0] = this.workload.desk(user).create(name)),
				taken ? Errno.EEXIST : null);
		if (!taken) {
			this.open.created(user, name, handle[0]);
		}
	}

	void createEmpty(User user, String name) {
		if (isUnclear(user, name)) {
			return;
		}
		this.workload.log(user + " makes the empty file " + name);
		this.workload.touch(name);
		boolean taken = this.oracle.isTaken(name);
		boolean scratch = !Workload.STORED.contains(name) && !Workload.DIRECTORIES.contains(name);
		Errno expected = taken ? Errno.EEXIST : (!scratch && isForSomebodyElse(user, name)) ? Errno.EACCES : null;
		this.workload.expect(this.workload.outcome(() -> this.workload.desk(user).createEmpty(name)), expected);
		if (expected == null && scratch) {
			this.oracle.locals().put(name, Local.scratch(user, ""));
		}
	}

	void makeDirectory(User user, String name) {
		boolean taken = this.oracle.isTaken(name);
		if (isUnclear(user, name) || !taken && !Workload.DIRECTORIES.contains(name)) {
			return;
		}
		this.workload.log(user + " makes the directory " + name);
		this.workload.touch(name);
		Errno actual = this.workload.outcome(() -> this.workload.desk(user).makeDirectory(name));
		if (taken) {
			this.workload.expect(actual, Errno.EEXIST,
					Workload.DIRECTORIES.contains(name) ? Errno.EEXIST : Errno.EPERM);
			return;
		}
		this.workload.expect(actual, (Errno) null);
		this.oracle.locals().put(name, new Local(user.audience(), true, null, false, ""));
	}

	void deleteDirectory(User user, String name) {
		if (isUnclear(user, name)) {
			return;
		}
		this.workload.log(user + " removes the directory " + name);
		this.workload.touch(name);
		Errno actual = this.workload.outcome(() -> this.workload.desk(user).deleteDirectory(name));
		if (this.oracle.access(user, name) == Access.NONE) {
			this.workload.expect(actual, Errno.ENOENT);
		}
		else if (isDirectory(name)) {
			this.workload.expect(actual, (Errno) null);
			this.oracle.locals().remove(name);
		}
		else {
			this.workload.expect(actual, Errno.ENOTDIR);
		}
	}

	void delete(User user, String name) {
		if (isUnclear(user, name)) {
			return;
		}
		this.workload.log(user + " deletes " + name);
		this.workload.touch(name);
		Errno refusal = refusal(user, name);
		Errno actual = this.workload.outcome(() -> this.workload.desk(user).delete(name));
		if (refusal == null && isDirectory(name)) {
			this.workload.expect(actual, Errno.EISDIR, Errno.EPERM);
			return;
		}
		this.workload.expect(actual, refusal);
		if (refusal == null && this.oracle.locals().remove(name) == null) {
			assertThat(this.rows.find(name)).isNull();
		}
	}

	void overwrite(User user, String name) {
		if (isUnclear(user, name) || this.open.isPending(name)) {
			return;
		}
		this.workload.log(user + " overwrites " + name);
		this.workload.touch(name);
		String text = this.workload.text();
		Desk desk = this.workload.desk(user);
		Errno refusal = refusal(user, name);
		Errno actual = this.workload.outcome(() -> {
			HandleId handle = desk.open(name, Desk.OVERWRITE);
			desk.write(handle, text);
			desk.close(handle);
		});
		this.workload.expect(actual, (refusal == null && isDirectory(name)) ? Errno.EISDIR : refusal);
		if (actual == null) {
			wrote(name, text);
		}
	}

	void truncate(User user, String name) {
		if (isUnclear(user, name) || this.open.isPending(name) || this.open.isOpenForWriting(name)) {
			return;
		}
		this.workload.log(user + " truncates " + name);
		this.workload.touch(name);
		Errno refusal = refusal(user, name);
		Errno actual = this.workload.outcome(() -> this.workload.desk(user).truncate(name, 0));
		this.workload.expect(actual, (refusal == null && isDirectory(name)) ? Errno.EISDIR : refusal);
		if (actual == null) {
			wrote(name, "");
		}
	}

	/** A local file has new content; a stored one is compared with its row. */
	void wrote(String name, String text) {
		Local local = this.oracle.locals().get(name);
		if (local != null) {
			this.oracle.locals().put(name, new Local(local.maker(), false, local.handle(), local.replacing(), text));
		}
		else {
			assertThat(this.rows.get(name).content()).isEqualTo(text);
		}
	}

	void setModified(User user, String name) {
		if (isUnclear(user, name) || this.open.isPending(name) || this.open.isOpenForWriting(name)
				|| isDirectory(name)) {
			return;
		}
		this.workload.log(user + " sets the time of " + name);
		this.workload.touch(name);
		Instant time = Instant.ofEpochSecond(this.workload.random().nextInt(1_000_000_000));
		this.workload.expect(this.workload.outcome(() -> this.workload.desk(user).setModified(name, time)),
				refusal(user, name));
		if (refusal(user, name) == null) {
			assertThat(this.workload.desk(user).status(name).modified()).isEqualTo(time);
		}
	}

	void rename(User user, String source, String target) {
		Access from = this.oracle.access(user, source);
		Access to = this.oracle.access(user, target);
		boolean free = !this.oracle.isTaken(target);
		boolean refused = from != Access.WRITE || to == Access.READ || to == Access.NONE && !free;
		boolean stored = this.oracle.row(source) != null;
		boolean simple = !isDirectory(source) && !isDirectory(target) && !Workload.DIRECTORIES.contains(target)
				&& !target.endsWith("~") && !this.open.isPending(source) && !this.open.isPending(target)
				&& (!stored || Workload.STORED.contains(target));
		if (source.equals(target) || isUnclear(user, source, target) || !refused && !simple) {
			return;
		}
		this.workload.log(user + " renames " + source + " to " + target);
		this.workload.touch(source, target);
		String content = (from == Access.NONE) ? "" : this.oracle.content(source);
		NodeKey key = (from != Access.NONE && stored) ? this.rows.key(this.oracle.storedAs(source)) : null;
		Errno actual = this.workload.outcome(() -> this.workload.desk(user).rename(source, target));
		if (from == Access.NONE) {
			this.workload.expect(actual, Errno.ENOENT);
		}
		else if (from == Access.READ) {
			this.workload.expect(actual, Errno.EACCES, (to == Access.NONE && !free) ? Errno.EEXIST : Errno.EACCES);
		}
		else if (refused) {
			Errno refusal = (to == Access.READ) ? Errno.EACCES : Errno.EEXIST;
			// Scratch directories are never stored, whatever has the name.
			this.workload.expect(actual, refusal, isDirectory(source) ? Errno.EXDEV : refusal,
					(isDirectory(source) && to == Access.READ) ? Errno.ENOTDIR : refusal);
		}
		else if (free && !stored && Workload.STORED.contains(target) && isForSomebodyElse(user, target)) {
			this.workload.expect(actual, Errno.EACCES);
		}
		else {
			this.workload.expect(actual, (Errno) null);
			this.oracle.locals().remove(source);
			if (Workload.STORED.contains(target) && !this.oracle.locals().containsKey(target)) {
				assertThat(this.rows.get(target).content()).isEqualTo(content);
				if (!free) {
					this.open.replaced(this.rows.key(target), key);
				}
			}
			else {
				this.oracle.locals().put(target, Local.scratch(user, content));
			}
		}
	}

}
