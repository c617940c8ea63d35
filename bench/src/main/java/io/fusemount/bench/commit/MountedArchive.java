package io.fusemount.bench.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import javax.sql.DataSource;

import io.fusemount.bench.content.application.ContentApplication;
import io.fusemount.bench.store.JdbcFiles;
import io.fusemount.bench.store.SmallFiles;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;

/**
 * The repository of an application as a filesystem, with everything except the kernel.
 */
final class MountedArchive implements AutoCloseable {

	/** The default of {@code fusemount.database.max-concurrent}. */
	private static final int PERMITS = 8;

	private static final int CACHED_NAMES = 100_000;

	private final ConfigurableApplicationContext application;

	private final Path spool = Files.createTempDirectory("fusemount-bench-spool");

	private final VirtualFileSystem fileSystem;

	MountedArchive(String url) throws IOException {
		this.application = new SpringApplicationBuilder(ContentApplication.class).web(WebApplicationType.NONE)
			.properties("fusemount.enabled=false", "spring.jpa.hibernate.ddl-auto=create",
					"spring.datasource.url=" + url)
			.run();
		JpaDirectories directories = new JpaDirectories(this.application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(PERMITS, Duration.ofSeconds(10)));
		FileSystemSettings settings = new FileSystemSettings(0, 0, 0022, false, PermissionChanges.IGNORE,
				Duration.ofMinutes(10), CACHED_NAMES, ScratchSettings.defaults());
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(directories.directories(), Instant.now()),
				settings, FileSystemSpool.open(this.spool), new OperationListener() {
				});
		directories.changeFeed().subscribe(this.fileSystem::invalidate);
	}

	/** Returns the ways to store a file: through the filesystem and past it. */
	List<SmallFiles> ways() {
		return List.of(new MountedFiles(this.fileSystem, "/recordings/"),
				new JdbcFiles(this.application.getBean(DataSource.class)));
	}

	@Override
	public void close() throws Exception {
		this.fileSystem.close();
		this.application.close();
		FileSystemUtils.deleteRecursively(this.spool);
	}

}
