package io.fusemount.data.jpa.tenants;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The houses with a mount, and short words for what programs do.
 */
record RunningHouses(ConfigurableApplicationContext application, JpaDirectories directories) {

	static RunningHouses start(String url) {
		ConfigurableApplicationContext application = TestDatabase.start(url, People.class);
		return new RunningHouses(application, new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10))));
	}

	VirtualFileSystem open(Path spool, OperationListener listener) throws Exception {
		return NodeFileSystem.create(
				VirtualDirectory.root(this.directories.directories(), Instant.EPOCH), new FileSystemSettings(0, 0, 022,
						false, PermissionChanges.IGNORE, Duration.ofHours(1), 100, ScratchSettings.defaults()),
				FileSystemSpool.open(spool), listener);
	}

	JdbcTemplate jdbc() {
		return new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
	}

	void clear() {
		List.of("contract", "draft", "patent", "form", "memo", "sheet", "room")
			.forEach((table) -> jdbc().execute("delete from " + table));
	}

	List<String> statements(Runnable work) {
		Statements statements = this.application.getBean(Statements.class);
		statements.clear();
		work.run();
		return statements.all();
	}

	/** What a user's programs do. */
	record User(VirtualFileSystem files, Caller caller) {

		private <T extends @Nullable Object> T as(Supplier<T> work) {
			return Caller.as(this.caller, work);
		}

		void run(Runnable work) {
			as(() -> {
				work.run();
				return this;
			});
		}

		HandleId create(String path) {
			return as(() -> this.files.create(this.files.locate(path), OpenOptions.NEW));
		}

		HandleId open(String path) {
			return as(() -> this.files.open(this.files.resolve(path), OpenOptions.READ_WRITE));
		}

		void write(HandleId handle, String text) {
			run(() -> this.files.write(handle, 0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
		}

		void close(HandleId handle) {
			run(() -> {
				this.files.flush(handle);
				this.files.release(handle);
			});
		}

		void save(String path, String text) {
			HandleId handle = create(path);
			try {
				write(handle, text);
				run(() -> this.files.flush(handle));
			}
			finally {
				run(() -> this.files.release(handle));
			}
		}

		String read(String path) {
			return as(() -> {
				HandleId handle = this.files.open(this.files.resolve(path), OpenOptions.READ);
				ByteBuffer target = ByteBuffer.allocate(100);
				this.files.read(handle, 0, target);
				this.files.release(handle);
				return StandardCharsets.UTF_8.decode(target.flip()).toString();
			});
		}

		long inode(String path) {
			return as(() -> this.files.status(this.files.resolve(path)).inode());
		}

		void move(String source, String target) {
			run(() -> this.files.rename(this.files.locate(source), this.files.locate(target)));
		}

		void delete(String path) {
			run(() -> this.files.delete(this.files.locate(path)));
		}

		void makeDirectory(String path) {
			run(() -> this.files.createDirectory(this.files.locate(path)));
		}

		List<String> list(String path) {
			return as(() -> {
				List<String> names = new ArrayList<>();
				HandleId handle = this.files
					.openDirectory((Directory) Objects.requireNonNull(this.files.resolve(path)));
				this.files.readDirectory(handle, 0, (name, status, next) -> names.add(name));
				this.files.releaseDirectory(handle);
				names.removeAll(List.of(".", ".."));
				return names;
			});
		}

	}

}
