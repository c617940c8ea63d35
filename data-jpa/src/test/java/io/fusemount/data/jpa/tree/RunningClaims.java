package io.fusemount.data.jpa.tree;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.claims.ClaimsApplication;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.EveryDatabase;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application of claims on one database, and short words for what programs do.
 */
record RunningClaims(String name, ConfigurableApplicationContext application, JpaDirectories directories,
		List<NodeChange> news) {

	static final int PAGE_SIZE = 3;

	static List<RunningClaims> start() {
		return EveryDatabase.start("claims", RunningClaims::start);
	}

	static RunningClaims start(String name, String url) {
		return running(name, TestDatabase.start(url, ClaimsApplication.class));
	}

	/** Starts the application once more, as another node. */
	static RunningClaims join(String name, String url) {
		return running(name, TestDatabase.join(url, ClaimsApplication.class));
	}

	private static RunningClaims running(String name, ConfigurableApplicationContext application) {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofMinutes(1),
				8 << 20);
		JpaDirectories directories = new JpaDirectories(application.getBeanFactory(), settings,
				new DatabasePermits(2, Duration.ofSeconds(10)));
		List<NodeChange> news = new ArrayList<>();
		directories.changeFeed().subscribe(news::add);
		return new RunningClaims(name, application, directories, news);
	}

	/** Returns the same with nothing that only the process knows, as after a restart. */
	RunningClaims restarted() {
		return running(this.name, this.application);
	}

	void clear() {
		JdbcTemplate jdbc = jdbc();
		List.of("attachment", "letter", "photo", "claim", "customer")
			.forEach((table) -> jdbc.execute("delete from " + table));
		this.news.clear();
	}

	JdbcTemplate jdbc() {
		return new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
	}

	/** Does something as the application. */
	<T> T apply(Function<EntityManager, T> work) {
		EntityManager entityManager = SharedEntityManagerCreator
			.createSharedEntityManager(this.application.getBean(jakarta.persistence.EntityManagerFactory.class));
		return Objects
			.requireNonNull(new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class))
				.execute((status) -> work.apply(entityManager)));
	}

	<T> T save(T entity) {
		return apply((entityManager) -> {
			entityManager.persist(entity);
			return entity;
		});
	}

	<T> T repository(Class<T> type) {
		return this.application.getBean(type);
	}

	List<String> statements(Runnable work) {
		Statements statements = this.application.getBean(Statements.class);
		statements.clear();
		work.run();
		return statements.all();
	}

	@Nullable Node find(String path) {
		String[] names = path.split("/");
		Node node = Objects.requireNonNull(this.directories.directories().get(names[0]));
		for (int i = 1; i < names.length && node != null; i++) {
			node = ((Directory) node).find(new Name(names[i]));
		}
		return node;
	}

	Directory directory(String path) {
		return (Directory) Objects.requireNonNull(find(path), path);
	}

	RegularFile file(String path) {
		return (RegularFile) Objects.requireNonNull(find(path), path);
	}

	RegularFile create(String path, String content) {
		int slash = path.lastIndexOf('/');
		return directory(path.substring(0, slash)).create(new Name(path.substring(slash + 1)), changes(content));
	}

	static FileChanges changes(String content) {
		byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
		return new FileChanges(new io.fusemount.core.node.ContentSource() {

			@Override
			public long size() {
				return bytes.length;
			}

			@Override
			public java.io.InputStream openStream() {
				return new java.io.ByteArrayInputStream(bytes);
			}

		}, null);
	}

	String read(String path) {
		RegularFile file = file(path);
		ByteBuffer buffer = ByteBuffer.allocate((int) file.attributes().size());
		file.content().read(0, buffer);
		return new String(buffer.array(), StandardCharsets.UTF_8);
	}

	/**
	 * Lists a directory page by page; each name once, and found by it as it is listed.
	 */
	List<String> list(String path) {
		Directory directory = directory(path);
		List<String> names = new ArrayList<>();
		String position = null;
		do {
			DirectoryPage page = directory.list(position);
			for (DirectoryEntry entry : page.entries()) {
				names.add(entry.name().value());
				Node found = directory.find(entry.name());
				if (found == null || !found.key().equals(entry.node().key())) {
					throw new AssertionError(path + "/" + entry.name() + " is listed and not found");
				}
			}
			position = page.next();
		}
		while (position != null);
		return names;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
