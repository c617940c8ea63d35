package io.fusemount.data.jpa.tree;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.data.jpa.claims.Claims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A row that two repositories show, as programs see it.
 */
class TwoNamesTests {

	private static final String ONE = "/claims/C-55/a.txt";

	private static final String OTHER = "/regions/(none)/(none)/C-55/a.txt";

	@TempDir
	Path spool;

	private RunningClaims database;

	private NodeFileSystem fileSystem;

	@BeforeEach
	void open() throws Exception {
		this.database = RunningClaims.start("H2", "jdbc:h2:mem:names");
		Claims.Claim claim = new Claims.Claim();
		claim.number = "C-55";
		this.database.save(claim);
		this.database.create(ONE.substring(1), "precious");
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(this.database.directories().directories(), Instant.EPOCH),
				new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE, Duration.ofHours(1), 100,
						ScratchSettings.defaults()),
				FileSystemSpool.open(this.spool), new OperationListener() {
				});
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
		this.database.application().close();
	}

	private void rename() {
		this.fileSystem.rename(this.fileSystem.locate(ONE), this.fileSystem.locate(OTHER));
	}

	private void assertUntouched() {
		this.fileSystem.invalidateAll();
		assertThat(this.database.jdbc().queryForObject("select count(*) from attachment", Long.class)).isOne();
		assertThat(this.database.jdbc().queryForObject("select version from attachment", Integer.class)).isZero();
		assertThat(this.database.read(ONE.substring(1))).isEqualTo("precious");
		assertThat(this.database.read(OTHER.substring(1))).isEqualTo("precious");
	}

	@Test
	@Semantics("A rename to another name of one row, which two repositories show, does nothing and succeeds.")
	void aRenameToTheOtherNameDoesNothing() {
		rename();
		assertUntouched();
	}

	@Test
	void neitherDoesOneOfAnOpenFile() {
		for (String path : new String[] { ONE, OTHER }) {
			HandleId handle = this.fileSystem.open(this.fileSystem.resolve(path), OpenOptions.READ);
			rename();
			ByteBuffer target = ByteBuffer.allocate(100);
			this.fileSystem.read(handle, 0, target);
			assertThat(StandardCharsets.UTF_8.decode(target.flip()).toString()).isEqualTo("precious");
			this.fileSystem.release(handle);
		}
		assertUntouched();
	}

}
