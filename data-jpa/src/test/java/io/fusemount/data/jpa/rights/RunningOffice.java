package io.fusemount.data.jpa.rights;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.rights.office.Office;
import io.fusemount.data.jpa.rights.office.OfficeApplication;
import io.fusemount.data.jpa.support.EveryDatabase;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application of an office on one database, and short words for what programs do.
 */
record RunningOffice(String name, ConfigurableApplicationContext application, JpaDirectories directories) {

	static final int PAGE_SIZE = 3;

	static List<RunningOffice> start() {
		return EveryDatabase.start("office", RunningOffice::start);
	}

	private static RunningOffice start(String name, String url) {
		ConfigurableApplicationContext application = TestDatabase.start(url, OfficeApplication.class);
		return start(name, application, Duration.ofMinutes(1));
	}

	private static RunningOffice start(String name, ConfigurableApplicationContext application, Duration timeToLive) {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, MountPlan.single(false), PAGE_SIZE,
				Duration.ofMinutes(1), 8 << 20, timeToLive);
		return new RunningOffice(name, application, new JpaDirectories(application.getBeanFactory(), settings,
				new DatabasePermits(2, Duration.ofSeconds(10))));
	}

	/** Returns the same office, in which the values of users count for another time. */
	RunningOffice remembering(Duration timeToLive) {
		return start(this.name, this.application, timeToLive);
	}

	void clear() {
		JdbcTemplate jdbc = new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
		List.of("letter", "client", "paper").forEach((table) -> jdbc.execute("delete from " + table));
		jdbc.execute("update folder set parent_id = null, name = concat('gone ', id)");
		jdbc.execute("delete from folder");
	}

	<T> T save(T entity) {
		EntityManager entityManager = SharedEntityManagerCreator
			.createSharedEntityManager(this.application.getBean(EntityManagerFactory.class));
		new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> entityManager.persist(entity));
		return entity;
	}

	Office.Client client(String login) {
		Office.Client client = new Office.Client();
		client.name = "client " + login;
		client.login = login;
		return save(client);
	}

	Office.Letter letter(String name, Office.@Nullable Client client) {
		return letter(name, client, "note", false);
	}

	Office.Letter letter(String name, Office.@Nullable Client client, @Nullable String kind, boolean sealed) {
		Office.Letter letter = new Office.Letter();
		letter.name = name;
		letter.client = client;
		letter.kind = kind;
		letter.sealed = sealed;
		letter.created = Instant.EPOCH;
		letter.fill(name);
		return save(letter);
	}

	Office.Folder folder(String name, Office.@Nullable Folder parent, boolean secret, boolean locked) {
		Office.Folder folder = new Office.Folder();
		folder.name = name;
		folder.parent = parent;
		folder.secret = secret;
		folder.locked = locked;
		return save(folder);
	}

	int count(String entity) {
		return Objects.requireNonNull(new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class))
			.queryForObject("select count(*) from " + entity, Integer.class));
	}

	List<String> statements(Runnable work) {
		Statements statements = this.application.getBean(Statements.class);
		statements.clear();
		work.run();
		return statements.all();
	}

	@Nullable Node find(Caller caller, String path) {
		return as(caller, () -> {
			String[] names = path.split("/");
			Node node = Objects.requireNonNull(this.directories.directories().get(names[0]));
			for (int i = 1; i < names.length && node != null; i++) {
				node = ((Directory) node).find(new Name(names[i]));
			}
			return node;
		});
	}

	Directory directory(Caller caller, String path) {
		return (Directory) Objects.requireNonNull(find(caller, path), path);
	}

	RegularFile file(Caller caller, String path) {
		return (RegularFile) Objects.requireNonNull(find(caller, path), path);
	}

	RegularFile create(Caller caller, String path) {
		int slash = path.lastIndexOf('/');
		Directory directory = directory(caller, path.substring(0, slash));
		return as(caller, () -> directory.create(new Name(path.substring(slash + 1)), changes("new")));
	}

	static FileChanges changes(String content) {
		byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
		return new FileChanges(new ContentSource() {

			@Override
			public long size() {
				return bytes.length;
			}

			@Override
			public InputStream openStream() {
				return new ByteArrayInputStream(bytes);
			}

		}, null);
	}

	/**
	 * Lists a directory page by page; each name once, and found by it as it is listed.
	 */
	List<String> list(Caller caller, String path) {
		Directory directory = directory(caller, path);
		return as(caller, () -> {
			List<String> names = new ArrayList<>();
			String position = null;
			do {
				DirectoryPage page = directory.list(position);
				for (DirectoryEntry entry : page.entries()) {
					names.add(entry.name().value());
					Node found = directory.find(entry.name());
					if (found == null || !found.key().equals(entry.node().key())
							|| found.isChangeable() != entry.node().isChangeable()) {
						throw new AssertionError(path + "/" + entry.name() + " is not found as it is listed");
					}
				}
				position = page.next();
			}
			while (position != null);
			return names;
		});
	}

	boolean isTaken(Caller caller, String path) {
		int slash = path.lastIndexOf('/');
		Directory directory = directory(caller, path.substring(0, slash));
		return as(caller, () -> directory.isTaken(new Name(path.substring(slash + 1))));
	}

	static <T extends @Nullable Object> T as(Caller caller, Supplier<T> work) {
		return Caller.as(caller, work);
	}

	@Override
	public String toString() {
		return this.name;
	}

}
