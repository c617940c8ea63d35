package io.fusemount.conformance.rights;

import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.vfs.VfsKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The common base of the parts of the {@link RightsConformanceKit}: a fresh filesystem
 * for each test, a desk for each user, and some rows: <pre>
 * one.txt       of ONE
 * two.txt       of TWO
 * one-ro.txt    of ONE, read-only
 * clerk.txt     of CLERK
 * </pre>
 */
@Timeout(600)
@ExtendWith(PartOfRightsKit.class)
abstract class RightsKit {

	private RightsFixture fixture;

	private @Nullable RightsConformanceKit whole;

	void isPartOf(RightsConformanceKit kit) {
		this.whole = kit;
	}

	@BeforeEach
	void openFixture() {
		this.fixture = createFixture(Objects.requireNonNull(this.whole));
		rows().insert("one.txt", User.ONE, "of one");
		rows().insert("two.txt", User.TWO, "of two");
		rows().insert(new OwnedRow("one-ro.txt", User.ONE, true, "read only"));
		rows().insert("clerk.txt", User.CLERK, "of clerk");
	}

	/** Names are not cached, unless a part says otherwise. */
	RightsFixture createFixture(RightsConformanceKit kit) {
		return kit.createFixture();
	}

	@AfterEach
	void closeFixture() {
		this.fixture.close();
	}

	RightsFixture fixture() {
		return this.fixture;
	}

	VirtualFileSystem fileSystem() {
		return this.fixture.files().fileSystem();
	}

	String directory() {
		return this.fixture.files().directory();
	}

	OwnedRows rows() {
		return this.fixture.rows();
	}

	Desk desk(@Nullable User user) {
		return new Desk(user, fileSystem(), directory());
	}

	Desk admin() {
		return desk(User.ADMIN);
	}

	Desk clerk() {
		return desk(User.CLERK);
	}

	Desk one() {
		return desk(User.ONE);
	}

	Desk two() {
		return desk(User.TWO);
	}

	/** Tells the filesystem of a change of a row or a directory by the application. */
	void invalidate(String name) {
		fileSystem().invalidate(NodeChange.of(rows().key(name)));
	}

	/** Gives a row to another owner, and tells the filesystem. */
	void give(String name, User owner) {
		rows().give(name, owner);
		invalidate(name);
	}

	/** To this user, the name is free, but cannot be had. */
	void assertHidden(Desk desk, String name) {
		assertThat(desk.find(name)).as("lookup of " + name).isNull();
		assertErrno(() -> desk.node(name), Errno.ENOENT);
		assertThat(desk.list()).doesNotContain(name);
	}

	/** Nothing that creates a name can have this one. */
	void assertTaken(Desk desk, String name) {
		assertErrno(() -> desk.create(name), Errno.EEXIST);
		assertErrno(() -> desk.create(name, Desk.OVERWRITE), Errno.EEXIST);
		assertErrno(() -> desk.createEmpty(name), Errno.EEXIST);
		assertErrno(() -> desk.makeDirectory(name), Errno.EEXIST, Errno.EPERM);
	}

	void assertSeen(Desk desk, String name) {
		assertThat(desk.find(name)).as("lookup of " + name).isNotNull();
		assertThat(desk.status(name)).isNotNull();
		assertThat(desk.list()).contains(name);
	}

	/** The application has exactly these rows beside the four. */
	void assertFurtherRows(String... names) {
		assertThat(rows().all()).extracting(OwnedRow::name)
			.containsExactlyInAnyOrderElementsOf(
					Stream.concat(Stream.of("one.txt", "two.txt", "one-ro.txt", "clerk.txt"), Stream.of(names))
						.toList());
	}

	static void assertErrno(ThrowingCallable call, Errno... expected) {
		VfsKit.assertErrno(call, expected);
	}

}
