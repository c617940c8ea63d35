package io.fusemount.bench.files;

import java.nio.file.Path;

import io.fusemount.bench.content.application.ApplicationCommand;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.store.DirectoryFiles;
import io.fusemount.bench.store.RecordingTable;

/**
 * An application with FuseMount, and its database.
 */
final class MountContestant extends TableContestant {

	private final MountServer server;

	MountContestant(MountServer server, RecordingTable table) {
		super(table);
		this.server = server;
	}

	@Override
	public String name() {
		return this.server.name();
	}

	@Override
	public DirectoryFiles files() {
		return new DirectoryFiles(this.server.file());
	}

	@Override
	public Path tree() {
		return this.server.file().resolveSibling(ApplicationCommand.TREE);
	}

	@Override
	public long cpuNanos() {
		return this.server.cpuNanos();
	}

	@Override
	public void close() throws Exception {
		this.server.close();
	}

}
