package io.fusemount.conformance.rights;

import java.util.List;
import java.util.Objects;

import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * What the application does in a {@link Workload} without asking the filesystem.
 */
final class ApplicationChanges {

	private static final List<User> CUSTOMERS = List.of(User.ONE, User.TWO, User.CLERK);

	private final Workload workload;

	private final Oracle oracle;

	private final OwnedRows rows;

	private final VirtualFileSystem fileSystem;

	private final boolean cached;

	ApplicationChanges(Workload workload, VirtualFileSystem fileSystem, boolean cached) {
		this.workload = workload;
		this.oracle = workload.oracle();
		this.rows = workload.rows();
		this.fileSystem = fileSystem;
		this.cached = cached;
	}

	/** Changes anything, and may report it. */
	void change() {
		String name = this.workload.any(Workload.STORED);
		OwnedRow row = this.oracle.row(name);
		if (this.oracle.busy().contains(name) || row == null && this.oracle.isTaken(name)) {
			return;
		}
		this.workload.touch(name);
		int kind = this.workload.random().nextInt(6);
		boolean reported = this.workload.random().nextInt(3) > 0;
		if (row == null) {
			this.workload.log("The application inserts " + name);
			this.rows.insert(new OwnedRow(name, this.workload.any(CUSTOMERS), this.workload.random().nextInt(4) == 0,
					this.workload.text()));
			report(name, reported || this.cached);
		}
		else if (kind == 0 && !this.oracle.isLoose(name)) {
			this.workload.log("The application removes " + name);
			NodeKey key = this.rows.key(name);
			this.rows.remove(name);
			this.fileSystem.invalidate(new NodeChange(key, null, true));
		}
		else if (kind == 1) {
			this.workload.log("The application changes " + name);
			this.rows.change(name, this.workload.text());
			report(name, reported || this.cached);
		}
		else {
			if (this.cached) {
				this.oracle.loosen(name);
			}
			changeRights(name, row);
			report(name, reported);
		}
	}

	private void changeRights(String name, OwnedRow row) {
		if (this.workload.random().nextBoolean()) {
			User owner = this.workload.any(CUSTOMERS);
			this.workload.log("The application gives " + name + " to " + owner);
			this.rows.give(name, owner);
		}
		else {
			this.workload.log("The application makes " + name + (row.readOnly() ? " writable" : " read-only"));
			this.rows.protect(name, !row.readOnly());
		}
	}

	private void report(String name, boolean reported) {
		this.workload
			.log("  " + Objects.requireNonNull(this.rows.find(name)) + (reported ? ", reported" : ", unreported"));
		if (reported) {
			this.fileSystem.invalidate(this.rows.key(name));
			this.oracle.reported(name);
		}
	}

}
