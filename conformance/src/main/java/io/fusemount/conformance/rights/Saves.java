package io.fusemount.conformance.rights;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.rights.Oracle.Local;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

/**
 * The steps in which editors save a file, between which the other users work.
 */
final class Saves {

	private final Workload workload;

	private final Operations operations;

	private final Oracle oracle;

	private @Nullable HandleId handle;

	Saves(Workload workload, Operations operations) {
		this.workload = workload;
		this.operations = operations;
		this.oracle = workload.oracle();
	}

	/** As vim does with {@code backupcopy=no}. */
	List<Runnable> keepingABackup(User user, String name) {
		String backup = name + "~";
		String text = this.workload.text();
		Desk desk = this.workload.desk(user);
		String[] before = new String[1];
		return List.of(() -> {
			before[0] = this.oracle.content(name);
			does(user + " moves " + name + " away", () -> desk.rename(name, backup), name, backup);
			this.oracle.away().put(backup, name);
		}, () -> {
			does(user + " creates " + name + " anew", () -> this.handle = desk.create(name), name, backup);
			this.oracle.locals().put(name, new Local(user.audience(), false, this.handle, true, ""));
		}, () -> {
			does(user + " writes " + name, () -> desk.write(Objects.requireNonNull(this.handle), text), name);
			this.oracle.locals().put(name, new Local(user.audience(), false, this.handle, true, text));
		}, () -> {
			does(user + " closes " + name, () -> desk.close(Objects.requireNonNull(this.handle)), name, backup);
			this.oracle.locals().remove(name);
			this.oracle.away().remove(backup);
			this.oracle.locals().put(backup, Local.scratch(user, before[0]));
			this.operations.wrote(name, text);
			this.workload.open().replaced(this.workload.rows().key(name), null);
		}, () -> {
			does(user + " deletes " + backup, () -> desk.delete(backup), backup);
			this.oracle.locals().remove(backup);
			this.oracle.busy().remove(name);
		});
	}

	private void does(String what, Runnable work, String... names) {
		this.workload.log(what);
		this.workload.touch(names);
		this.workload.expect(this.workload.outcome(work), (Errno) null);
	}

}
