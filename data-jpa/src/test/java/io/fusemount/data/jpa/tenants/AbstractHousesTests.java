package io.fusemount.data.jpa.tenants;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.data.jpa.tenants.RunningHouses.User;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Users of several tenants on one mount.
 */
abstract class AbstractHousesTests {

	private static @Nullable RunningHouses running;

	private final List<String> unsaved = new ArrayList<>();

	@TempDir
	Path spool;

	RunningHouses database;

	VirtualFileSystem files;

	User ann;

	User amy;

	User bob;

	User mayor;

	User stranger;

	abstract String url();

	@BeforeEach
	void open() throws Exception {
		RunningHouses known = (running != null) ? running : RunningHouses.start(url());
		running = known;
		this.database = known;
		this.database.clear();
		mount();
	}

	private void mount() throws Exception {
		this.files = this.database.open(this.spool, new OperationListener() {

			@Override
			public void contentUnsaved(String subject, String copy, Throwable failure) {
				AbstractHousesTests.this.unsaved.add(subject + ": " + failure.getMessage());
			}

		});
		this.ann = new User(this.files, People.ANN);
		this.amy = new User(this.files, People.AMY);
		this.bob = new User(this.files, People.BOB);
		this.mayor = new User(this.files, People.MAYOR);
		this.stranger = new User(this.files, People.STRANGER);
	}

	@AfterEach
	void close() {
		this.files.close();
	}

	@AfterAll
	static void stop() {
		Objects.requireNonNull(running).application().close();
		running = null;
	}

	private static @Nullable Errno errno(ThrowingCallable work) {
		ErrnoException failure = catchThrowableOfType(ErrnoException.class, work);
		return (failure != null) ? failure.errno() : null;
	}

	@Test
	@Semantics("Rows of tenants (`@TenantId`) and of filters whose parameters have resolvers are those of the calling "
			+ "user; each tenant has names of its own.")
	void eachTenantHasItsOwnFilesOfOneName() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/a", "of blue");
		this.bob.save("/contracts/b", "b");
		for (int i = 0; i < 2; i++) {
			assertThat(this.ann.read("/contracts/a")).isEqualTo("of red");
			assertThat(this.bob.read("/contracts/a")).isEqualTo("of blue");
			assertThat(this.amy.read("/contracts/a")).isEqualTo("of red");
			assertThat(this.ann.list("/contracts")).containsExactly("a");
			assertThat(this.bob.list("/contracts")).containsExactly("a", "b");
			assertThat(errno(() -> this.ann.read("/contracts/b"))).isEqualTo(Errno.ENOENT);
		}
		assertThat(this.ann.inode("/contracts/a")).isEqualTo(this.amy.inode("/contracts/a"))
			.isNotEqualTo(this.bob.inode("/contracts/a"));
		assertThat(this.database.jdbc().queryForList("select tenant from contract order by tenant", String.class))
			.containsExactly("blue", "blue", "red");
	}

	@Test
	void whatOneTenantDoesToANameIsNotDoneToThatOfAnother() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/a", "of blue");
		this.ann.delete("/contracts/a");
		assertThat(errno(() -> this.amy.read("/contracts/a"))).isEqualTo(Errno.ENOENT);
		assertThat(this.bob.read("/contracts/a")).isEqualTo("of blue");
		this.ann.save("/contracts/c", "of red");
		this.bob.save("/contracts/d", "other");
		this.ann.move("/contracts/c", "/contracts/d");
		assertThat(this.ann.read("/contracts/d")).isEqualTo("of red");
		assertThat(this.bob.read("/contracts/d")).isEqualTo("other");
		this.bob.move("/contracts/d", "/contracts/a");
		assertThat(this.bob.read("/contracts/a")).isEqualTo("other");
		assertThat(this.ann.list("/contracts")).containsExactly("d");
		assertThat(this.bob.list("/contracts")).containsExactly("a");
	}

	@Test
	void whatIsChangedIsContentOfOneTenant() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/a", "of blue");
		HandleId first = this.ann.open("/contracts/a");
		HandleId second = this.bob.open("/contracts/a");
		this.ann.write(first, "OF RED");
		this.bob.write(second, "OF BLUE");
		assertThat(this.amy.read("/contracts/a")).as("by the same inode").isEqualTo("OF RED");
		this.bob.close(second);
		this.ann.close(first);
		assertThat(this.bob.read("/contracts/a")).isEqualTo("OF BLUE");
		assertThat(this.ann.read("/contracts/a")).isEqualTo("OF RED");
	}

	@Test
	void whatIsNotStoredYetIsOfItsTenant() {
		this.bob.save("/contracts/b", "of blue");
		HandleId handle = this.ann.create("/contracts/b");
		this.ann.write(handle, "secret");
		assertThat(this.bob.read("/contracts/b")).isEqualTo("of blue");
		assertThat(this.amy.read("/contracts/b")).isEqualTo("secret");
		assertThat(errno(() -> this.bob.delete("/contracts/b"))).as("for a moment").isEqualTo(Errno.EBUSY);
		assertThat(errno(() -> this.bob.move("/contracts/b", "/contracts/b~"))).isEqualTo(Errno.EBUSY);
		this.ann.close(handle);
		this.bob.move("/contracts/b", "/contracts/c");
		assertThat(this.bob.list("/contracts")).containsExactly("c");
		assertThat(this.ann.list("/contracts")).containsExactly("b");
	}

	@Test
	void aFileThatIsReplacedIsThatOfItsTenant() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/a", "of blue");
		this.ann.move("/contracts/a", "/contracts/a~");
		this.bob.save("/contracts/b", "of blue");
		assertThat(errno(() -> this.bob.move("/contracts/b", "/contracts/a"))).isEqualTo(Errno.EBUSY);
		this.bob.delete("/contracts/b");
		assertThat(this.bob.list("/contracts")).containsExactly("a");
		assertThat(errno(() -> this.bob.move("/contracts/a", "/contracts/a~"))).isEqualTo(Errno.EBUSY);
		HandleId handle = this.ann.create("/contracts/a");
		this.ann.write(handle, "secret");
		assertThat(this.bob.read("/contracts/a")).as("not the file that is about to be the other's")
			.isEqualTo("of blue");
		assertThat(this.bob.list("/contracts")).containsExactly("a");
		assertThat(this.amy.read("/contracts/a")).isEqualTo("secret");
		this.ann.close(handle);
		assertThat(this.ann.read("/contracts/a")).isEqualTo("secret");
		assertThat(this.ann.read("/contracts/a~")).isEqualTo("of red");
		assertThat(this.bob.read("/contracts/a")).isEqualTo("of blue");
		assertThat(errno(() -> this.bob.read("/contracts/a~"))).isEqualTo(Errno.ENOENT);
		assertThat(this.database.jdbc().queryForObject("select count(*) from contract", Integer.class)).isEqualTo(2);
	}

	@Test
	void aNameUnderWhichAFileOfAnotherTenantWaitsIsFreeInAMoment() {
		this.ann.save("/contracts/a", "of red");
		this.ann.move("/contracts/a", "/contracts/a~");
		assertThat(errno(() -> this.bob.create("/contracts/a"))).isEqualTo(Errno.EBUSY);
		this.ann.save("/contracts/a", "new");
		this.bob.save("/contracts/a", "of blue");
		assertThat(this.ann.read("/contracts/a")).isEqualTo("new");
		assertThat(this.ann.read("/contracts/a~")).isEqualTo("of red");
		assertThat(this.bob.list("/contracts")).containsExactly("a");
	}

	@Test
	void aBackupIsNotListedForAnotherTenant() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/a.bak", "of blue");
		HandleId handle = this.ann.create("/contracts/new");
		this.ann.write(handle, "secret");
		this.ann.move("/contracts/a", "/contracts/a.bak");
		assertThat(this.ann.list("/contracts")).containsExactlyInAnyOrder("a.bak", "new");
		assertThat(this.bob.list("/contracts")).containsExactly("a.bak");
		assertThat(this.bob.read("/contracts/a.bak")).isEqualTo("of blue");
		this.ann.close(handle);
		this.ann.move("/contracts/new", "/contracts/a");
		assertThat(this.ann.read("/contracts/a.bak")).isEqualTo("of red");
		assertThat(this.bob.list("/contracts")).containsExactly("a.bak");
	}

	@Test
	void aRootSeesAllTenants() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/b", "of blue");
		assertThat(this.mayor.list("/contracts")).containsExactlyInAnyOrder("a", "b");
		assertThat(this.mayor.read("/contracts/b")).isEqualTo("of blue");
		assertThat(errno(() -> this.ann.read("/contracts/b"))).isEqualTo(Errno.ENOENT);
		this.bob.save("/contracts/a", "of blue");
		assertThat(this.mayor.list("/contracts")).as("a name of two").hasSize(3).contains("b").doesNotContain("a");
		assertThat(this.ann.list("/contracts")).as("and of one").containsExactly("a");
		assertThat(this.ann.read("/contracts/a")).isEqualTo("of red");
	}

	@Test
	void namesThatTwoRowsOfATenantShareAreNoneOfAnother() {
		for (int i = 0; i < 2; i++) {
			this.database.jdbc()
				.update("insert into draft (id, name, content, size, version, tenant) values (?, 'x', ?, 0, 0, 'red')",
						1_000_000 + i, new byte[0]);
		}
		assertThat(this.ann.list("/drafts")).containsExactly("x~1000000", "x~1000001");
		this.bob.save("/drafts/x", "of blue");
		assertThat(this.ann.list("/drafts")).containsExactly("x~1000000", "x~1000001");
		assertThat(errno(() -> this.ann.read("/drafts/x"))).isEqualTo(Errno.ENOENT);
		assertThat(errno(() -> this.ann.create("/drafts/x"))).isEqualTo(Errno.EEXIST);
		assertThat(this.bob.list("/drafts")).containsExactly("x");
		assertThat(this.bob.read("/drafts/x")).isEqualTo("of blue");
	}

	@Test
	void aNameThatAnotherTenantKeepsForTheWholeTableIsRefusedWhenItIsStored() {
		this.ann.save("/patents/a", "of red");
		assertThat(errno(() -> this.bob.read("/patents/a"))).isEqualTo(Errno.ENOENT);
		assertThat(errno(() -> this.bob.save("/patents/a", "of blue"))).isEqualTo(Errno.EEXIST);
		assertThat(this.unsaved).hasSize(1).first().asString().contains("a");
		assertThat(this.ann.read("/patents/a")).isEqualTo("of red");
	}

	@Test
	void conditionsAndTenantsHoldTogether() {
		this.ann.save("/contracts/a", "of red");
		this.ann.save("/contracts/locked", "of red");
		this.bob.save("/contracts/b", "of blue");
		this.database.jdbc().update("update contract set kind = 'secret' where name = 'b'");
		assertThat(this.ann.list("/open")).containsExactlyInAnyOrder("a", "locked");
		assertThat(this.bob.list("/open")).isEmpty();
		assertThat(errno(() -> this.ann.open("/open/locked"))).isEqualTo(Errno.EACCES);
		assertThat(errno(() -> this.bob.create("/open/b"))).as("hidden by the condition").isEqualTo(Errno.EEXIST);
		assertThat(errno(() -> this.ann.save("/open/b", "of red"))).as("of another tenant").isNull();
	}

	@Test
	void directoriesOfRowsAndOfValuesAreThoseOfATenant() {
		this.ann.makeDirectory("/rooms/hall");
		this.bob.makeDirectory("/rooms/hall");
		this.bob.makeDirectory("/rooms/attic");
		this.ann.save("/rooms/hall/a", "of red");
		this.bob.save("/rooms/attic/b", "of blue");
		this.ann.makeDirectory("/kinds/lease");
		this.ann.save("/kinds/lease/c", "of red");
		this.bob.makeDirectory("/kinds/sale");
		for (int i = 0; i < 2; i++) {
			assertThat(this.ann.list("/rooms")).containsExactly("hall");
			assertThat(this.bob.list("/rooms")).containsExactlyInAnyOrder("hall", "attic");
			assertThat(this.ann.list("/rooms/hall")).containsExactly("a");
			assertThat(this.bob.list("/rooms/hall")).isEmpty();
			assertThat(this.ann.list("/sheets")).containsExactly("hall");
			assertThat(this.bob.list("/sheets")).contains("attic");
			assertThat(errno(() -> this.ann.list("/sheets/attic"))).isEqualTo(Errno.ENOENT);
			assertThat(this.amy.list("/kinds")).containsExactly("lease");
			assertThat(this.bob.list("/kinds")).containsExactly("sale");
			assertThat(errno(() -> this.bob.read("/kinds/lease/c"))).isEqualTo(Errno.ENOENT);
		}
	}

	@Test
	void filtersWithResolversAreEvaluatedForEachCaller() {
		this.ann.save("/memos/a", "of ann");
		this.bob.save("/memos/a", "bob");
		this.amy.save("/memos/c", "of amy");
		for (int i = 0; i < 2; i++) {
			assertThat(this.ann.read("/memos/a")).isEqualTo("of ann");
			assertThat(this.bob.read("/memos/a")).isEqualTo("bob");
			assertThat(this.ann.list("/memos")).containsExactly("a");
			assertThat(this.amy.list("/memos")).containsExactly("c");
			assertThat(errno(() -> this.ann.read("/memos/c"))).isEqualTo(Errno.ENOENT);
		}
		this.bob.save("/memos/long", "too long");
		this.files.invalidateAll();
		assertThat(this.bob.list("/memos")).as("by both parameters").containsExactly("a");
	}

	@Test
	void whoHasNoTenantIsRefused() {
		this.ann.save("/contracts/a", "of red");
		for (ThrowingCallable work : List.<ThrowingCallable>of(() -> this.stranger.list("/contracts"),
				() -> this.stranger.read("/contracts/a"), () -> this.stranger.create("/contracts/b"),
				() -> this.stranger.list("/rooms"))) {
			assertThat(errno(work)).isEqualTo(Errno.EACCES);
		}
		this.stranger.inode("/contracts");
	}

	@Test
	void tenantsCostNoStatement() {
		for (String directory : List.of("/forms", "/drafts")) {
			this.ann.save(directory + "/a", "text");
		}
		this.ann.list("/drafts");
		List<List<Integer>> counts = new ArrayList<>();
		for (String directory : List.of("/forms", "/drafts")) {
			this.files.invalidateAll();
			List<Integer> each = new ArrayList<>();
			// A name that this process has changed is looked up once by whoever uses it
			// next.
			List.<Runnable>of(() -> this.ann.list(directory), () -> this.ann.inode(directory + "/a"),
					() -> this.ann.inode(directory + "/a"), () -> this.ann.read(directory + "/a"),
					() -> this.ann.save(directory + "/b", "text"), () -> found(directory, "b"),
					() -> this.ann.move(directory + "/b", directory + "/c"), () -> found(directory, "c"),
					() -> this.ann.delete(directory + "/c"))
				.forEach((work) -> each
					.add((int) this.database.statements(work).stream().filter((sql) -> !sql.contains("next")).count()));
			counts.add(each);
		}
		assertThat(counts.get(1)).isEqualTo(counts.get(0));
	}

	private void found(String directory, String name) {
		this.files.invalidateAll();
		this.ann.inode(directory + "/" + name);
	}

	@Test
	void namesOfAnAudienceAreRemembered() {
		this.ann.save("/contracts/a", "of red");
		this.bob.save("/contracts/b", "of blue");
		this.ann.inode("/contracts/a");
		this.amy.inode("/contracts/a");
		assertThat(this.database.statements(() -> {
			this.ann.inode("/contracts/a");
			this.amy.inode("/contracts/a");
		})).isEmpty();
	}

	@Test
	void scratchFilesComeBackThoughNobodyKnowsATenantWithoutAUser() throws Exception {
		this.ann.makeDirectory("/rooms/hall");
		this.ann.save("/contracts/a.tmp", "fixed");
		this.ann.save("/rooms/hall/b.tmp", "of a row");
		close();
		mount();
		assertThat(this.ann.read("/contracts/a.tmp")).isEqualTo("fixed");
		assertThat(errno(() -> this.bob.read("/contracts/a.tmp"))).isEqualTo(Errno.ENOENT);
		assertThat(this.unsaved).containsExactly("b.tmp: No user, no tenant");
		assertThat(this.ann.list("/rooms/hall")).isEmpty();
	}

}
