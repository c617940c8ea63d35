package io.fusemount.bench.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.bench.content.application.ApplicationCommand;
import io.fusemount.bench.server.MountServer;
import io.fusemount.bench.server.PostgresServer;
import io.fusemount.bench.store.RecordingTable;

import org.springframework.util.FileSystemUtils;

/**
 * All contestants, each with a database or a directory of its own.
 */
final class Contestants implements AutoCloseable {

	private final Path workspace = Files.createTempDirectory("fusemount-bench-files");

	private final PostgresServer postgres = new PostgresServer();

	private final List<Contestant> all = new ArrayList<>();

	/** The size of the content cache, with room for all large content twice. */
	private final int cacheMebibytes;

	private Contestants(int cacheMebibytes) throws IOException {
		this.cacheMebibytes = cacheMebibytes;
	}

	/**
	 * Starts all contestants.
	 */
	static Contestants start(Settings settings) throws Exception {
		Contestants contestants = new Contestants(4 * (settings.sizeMebibytes() + settings.largeMebibytes()));
		try {
			contestants.add(settings);
			return contestants;
		}
		catch (Exception ex) {
			contestants.close();
			throw ex;
		}
	}

	private void add(Settings settings) throws Exception {
		mount(Contestant.FUSEMOUNT, "linux", "-Xmx256m", RecordingTable.postgres(this.postgres.add("linux")));
		mountFed(RecordingTable.postgres(this.postgres.add("fed")));
		mountGuarded(RecordingTable.postgres(this.postgres.add("guarded")));
		mount(Contestant.LIBFUSE, "jnr", "-Xmx256m", RecordingTable.postgres(this.postgres.add("jnr")));
		// The database is in the application's heap; this process uses it too, to fill
		// it.
		mount(Contestant.H2, "linux", "-Xmx1g",
				RecordingTable.h2("jdbc:h2:file:" + this.workspace.resolve("h2") + ";AUTO_SERVER=TRUE"));
		this.all.add(new DirectoryContestant(Contestant.DISK, Files.createDirectory(this.workspace.resolve("disk"))));
		this.all.add(new JdbcContestant(RecordingTable.postgres(this.postgres.add("jdbc"))));
		for (Settings.Peer peer : settings.peers()) {
			this.all.add(new DirectoryContestant(peer.name(), peer.directory()));
		}
	}

	private void mountFed(RecordingTable table) throws Exception {
		table.prepareToTell();
		mount(Contestant.FED, "linux", "-Xmx256m", table, "--fusemount.change-feed.postgresql.enabled=true",
				"--fusemount.change-feed.postgresql.time-to-live=1m");
		table.tell();
	}

	private void mountGuarded(RecordingTable table) throws Exception {
		mount(Contestant.GUARDED, ApplicationCommand.GUARDED, "linux", "-Xmx256m", table,
				"--fusemount.allow-other=true");
	}

	private void mount(String name, String transport, String heap, RecordingTable table, String... properties)
			throws Exception {
		mount(name, ApplicationCommand.DIRECTORY, transport, heap, table, properties);
	}

	private void mount(String name, String directory, String transport, String heap, RecordingTable table,
			String... properties) throws Exception {
		List<String> all = new ArrayList<>(List.of("--fusemount.transport=" + transport,
				"--fusemount.content-cache.size=" + this.cacheMebibytes + "MB"));
		all.addAll(List.of(properties));
		List<String> command = ApplicationCommand.of(heap, table.url(),
				this.workspace.resolve("spool-" + this.all.size()), all.toArray(String[]::new));
		this.all.add(new MountContestant(new MountServer(name, command, directory), table));
	}

	List<Contestant> all() {
		return this.all;
	}

	@Override
	public void close() throws Exception {
		for (Contestant contestant : this.all) {
			contestant.close();
		}
		this.postgres.close();
		FileSystemUtils.deleteRecursively(this.workspace);
	}

}
