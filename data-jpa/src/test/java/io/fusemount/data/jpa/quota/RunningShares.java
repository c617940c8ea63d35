package io.fusemount.data.jpa.quota;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.support.EveryDatabase;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Files with quotas on one database, and short words for what programs do.
 */
record RunningShares(String name, ConfigurableApplicationContext application, JpaDirectories directories) {

	static List<RunningShares> start() {
		return EveryDatabase.start("shares", RunningShares::start);
	}

	private static RunningShares start(String name, String url) {
		ConfigurableApplicationContext application = TestDatabase.start(url, Shares.class);
		return new RunningShares(name, application, directories(application));
	}

	private static JpaDirectories directories(ConfigurableApplicationContext application) {
		return new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(4, Duration.ofSeconds(10)));
	}

	/** Returns another node on the same database, which has measured nothing yet. */
	RunningShares another() {
		return new RunningShares(this.name, this.application, directories(this.application));
	}

	void clear() {
		JdbcTemplate jdbc = new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
		List.of("report", "draft", "plan", "tenant").forEach((table) -> jdbc.execute("delete from " + table));
	}

	void tenant(String tenant, @Nullable Long room, @Nullable Integer number) {
		Shares.Tenant row = new Shares.Tenant();
		row.name = tenant;
		row.room = room;
		row.number = number;
		new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> SharedEntityManagerCreator
				.createSharedEntityManager(this.application.getBean(EntityManagerFactory.class))
				.persist(row));
	}

	Directory directory(String path) {
		String[] names = path.split("/");
		Directory directory = Objects.requireNonNull(this.directories.directories().get(names[0]));
		for (int i = 1; i < names.length; i++) {
			directory = (Directory) Objects.requireNonNull(directory.find(new Name(names[i])), path);
		}
		return directory;
	}

	RegularFile create(String path, int bytes) {
		int slash = path.lastIndexOf('/');
		return directory(path.substring(0, slash)).create(new Name(path.substring(slash + 1)), changes(bytes));
	}

	static FileChanges changes(int bytes) {
		return new FileChanges(new ContentSource() {

			@Override
			public long size() {
				return bytes;
			}

			@Override
			public InputStream openStream() {
				return new ByteArrayInputStream(new byte[bytes]);
			}

		}, null);
	}

	QuotaUsage usage(String path) {
		Quota quota = Objects.requireNonNull(directory(path).quota(null));
		return quota.usage();
	}

	int statements(Runnable work) {
		Statements statements = this.application.getBean(Statements.class);
		statements.clear();
		work.run();
		return statements.all().size();
	}

	void as(int uid, Runnable work) {
		Caller.as(new Caller(uid, uid, 7), () -> {
			work.run();
			return this;
		});
	}

	@Override
	public String toString() {
		return this.name;
	}

}
