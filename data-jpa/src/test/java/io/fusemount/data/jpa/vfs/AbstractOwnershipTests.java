package io.fusemount.data.jpa.vfs;

import java.util.Map;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsOwnershipKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Rows with owners, groups and modes, by names and by ids.
 */
abstract class AbstractOwnershipTests extends VfsOwnershipKit {

	private static ShelfOwner owner;

	static void start(String url) {
		owner = new ShelfOwner(url);
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory(), owner);
	}

	private void create(String name, int uid, int gid) {
		Caller.as(new Caller(uid, gid, 1), () -> {
			HandleId handle = create(name);
			write(handle, 0, "text");
			close(handle);
			return handle;
		});
	}

	@Test
	@Semantics("A property of text has the names of users and groups, one of numbers their ids.")
	void namesAndIdsAreStored() {
		create("a", 1001, 2001);
		fileSystem().createDirectory(at("d"), 0750);
		fileSystem().setOwner(node("d"), 1001, 2001);
		assertThat(owner.jdbc.queryForMap("select owner, team, mode from sheet"))
			.containsExactlyInAnyOrderEntriesOf(Map.of("owner", "user-1001", "team", 2001L, "mode", 0644));
		assertThat(owner.jdbc.queryForMap("select owner, team, mode from tray"))
			.containsExactlyInAnyOrderEntriesOf(Map.of("owner", 1001, "team", "group-2001", "mode", 0750));
	}

	@Test
	@Semantics("A user without a name cannot get a file whose property keeps names: `chown` fails with EINVAL.")
	void aUserWithoutANameGetsNoFile() {
		create("a", 1001, 2001);
		Node file = node("a");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> fileSystem().setOwner(file, 4711, -1))
			.withMessageContaining("The user 4711 has no name on this machine")
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EINVAL));
		assertThat(status("a").uid()).isEqualTo(1001);
	}

	@Test
	@Semantics("The owner of a name that the machine does not know is nobody (65534).")
	void aNameThatIsUnknownIsNobodys() {
		create("a", 1001, 2001);
		owner.jdbc.update("update sheet set owner = 'someone'");
		fileSystem().invalidateAll();
		assertThat(status("a").uid()).isEqualTo(65534);
	}

	@Test
	@Semantics("A program that changes only the mode increments the version once, in one transaction.")
	void aModeIsOneTransactionAndOneVersion() {
		create("a", 1001, 2001);
		long before = owner.commits();
		fileSystem().setPermissions(node("a"), 0600);
		assertThat(owner.commits()).isEqualTo(before + 1);
		assertThat(owner.jdbc.queryForObject("select version from sheet", Integer.class)).isEqualTo(1);
		assertThat(owner.content("a")).isEqualTo(bytes("text"));
	}

	@Test
	@Semantics("Owner, group and mode are read with the row: listings and lookups need no statement more.")
	void noStatementMore() {
		create("a.txt", 1001, 2001);
		create("b.txt", 1002, 2001);
		fileSystem().invalidateAll();
		owner.statements.clear();
		assertThat(status("a.txt").uid()).isEqualTo(1001);
		assertThat(owner.statements.all()).hasSize(1);
	}

}
