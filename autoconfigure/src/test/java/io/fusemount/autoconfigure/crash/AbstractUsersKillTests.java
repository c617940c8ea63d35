package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.fusemount.autoconfigure.mounted.ThreadUser;
import io.fusemount.autoconfigure.rights.DeskApplication;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.UsersKillConformanceKit;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * An application whose users do not see the same, and that is killed while they write.
 */
@EnabledIfFuse
abstract class AbstractUsersKillTests extends UsersKillConformanceKit {

	@AutoClose
	private final Workspace workspace = new Workspace();

	/** Returns the JDBC URL of the database. */
	abstract String url();

	/** Returns the database, which can be reached beside the application. */
	abstract DataSource database();

	@BeforeEach
	void requireRoot() {
		OtherUsers.assume();
	}

	Workspace workspace() {
		return this.workspace;
	}

	@Override
	protected ChildProgram serve() {
		return this.workspace.startDesk(url());
	}

	@Override
	protected Path directory() {
		return this.workspace.resolve("mnt/papers");
	}

	@Override
	protected Path shared() {
		return this.workspace.resolve("mnt/memos");
	}

	@Override
	protected Path service() {
		return this.workspace.resolve("mnt/.fusemount");
	}

	@Override
	protected Map<String, UnaryOperator<Runnable>> users() {
		Map<String, UnaryOperator<Runnable>> users = new TreeMap<>();
		for (String name : List.of(DeskApplication.CUSTOMER, DeskApplication.OTHER)) {
			users.put(name, (work) -> ThreadUser.become(name, work));
		}
		return users;
	}

	@Override
	protected void checkAudit(Map<String, String> owners, Map<String, String> writers) {
		JdbcTemplate jdbc = new JdbcTemplate(database());
		assertThat(users(jdbc, "select name, owner from paper")).isEqualTo(owners);
		assertThat(users(jdbc, "select name, changer from paper")).isEqualTo(owners);
		assertThat(users(jdbc, "select name, changer from memo where size > 0")).isEqualTo(writers);
	}

	/**
	 * What the spool of the killed process has left is still the user's who has written
	 * it, and a right that this user has lost in the meantime is lost.
	 */
	@Test
	void whatIsLeftIsItsWritersWhoMayHaveLostARight() throws Exception {
		String customer = DeskApplication.CUSTOMER;
		Path papers = directory();
		ChildProgram killed = serve();
		FileChannel open = ThreadUser.call(customer, () -> {
			Files.writeString(papers.resolve("kept.txt"), "kept");
			Files.writeString(papers.resolve("draft.tmp"), "draft of one");
			FileChannel channel = FileChannel.open(papers.resolve("open.txt"), StandardOpenOption.CREATE_NEW,
					StandardOpenOption.WRITE);
			channel.write(ByteBuffer.wrap("open of one".getBytes(StandardCharsets.UTF_8)));
			return channel;
		});
		killed.kill();
		assertThatThrownBy(open::close).isInstanceOf(IOException.class);
		try (ChildProgram service = this.workspace.startDesk(url(), "--desk.customers=" + DeskApplication.OTHER)) {
			for (String other : List.of(DeskApplication.OTHER, DeskApplication.CLERK)) {
				assertThat(names(other, service())).as(other).isEmpty();
				assertThat(ThreadUser.call(other, () -> Files.exists(papers.resolve("draft.tmp")))).isFalse();
			}
			assertThat(names(customer, papers)).containsExactlyInAnyOrder("kept.txt", "draft.tmp");
			assertThat(names(customer, service())).hasSize(1).allMatch((name) -> name.endsWith("open.txt"));
			assertThatThrownBy(() -> ThreadUser.call(customer,
					() -> Files.move(papers.resolve("draft.tmp"), papers.resolve("kept.txt"), ATOMIC_MOVE)))
				.hasRootCauseInstanceOf(AccessDeniedException.class);
			assertThat(ThreadUser.call(customer, () -> Files.readString(papers.resolve("draft.tmp"))))
				.isEqualTo("draft of one");
			assertThat(ThreadUser.call(customer, () -> Files.readString(papers.resolve("kept.txt")))).isEqualTo("kept");
			assertThat(ThreadUser.call(customer, () -> Files.readString(service().resolve("errors"))))
				.contains("draft.tmp", "EACCES", "The application does not permit it");
			checkAudit(Map.of("kept.txt", customer), Map.of());
			assertThat(service.output()).contains("Mounted.");
		}
	}

	/** Returns the names that a user finds in a directory, or among what is unsaved. */
	private List<String> names(String user, Path place) {
		Path found = place.equals(service()) ? place.resolve("unsaved") : place;
		return ThreadUser.call(user, () -> {
			try (Stream<Path> entries = Files.list(found)) {
				return entries.map((entry) -> entry.getFileName().toString()).toList();
			}
		});
	}

	private static Map<String, String> users(JdbcTemplate jdbc, String query) {
		Map<String, String> users = new TreeMap<>();
		jdbc.query(query, (row) -> {
			users.put(row.getString(1), row.getString(2));
		});
		return users;
	}

}
