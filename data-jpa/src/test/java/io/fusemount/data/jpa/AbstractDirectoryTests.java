package io.fusemount.data.jpa;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.InvoiceRepository;
import io.fusemount.data.jpa.support.Statements;
import jakarta.persistence.EntityManagerFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What the tests of directories have in common: a running application, and short words
 * for what a filesystem does with its directories.
 */
abstract class AbstractDirectoryTests {

	static final int PAGE_SIZE = RunningDirectories.PAGE_SIZE;

	ConfigurableApplicationContext application;

	Statements statements;

	JdbcTemplate jdbc;

	JpaDirectories directories;

	List<NodeKey> news;

	abstract RunningDirectories running();

	@BeforeEach
	void use() {
		RunningDirectories running = running();
		this.application = running.application();
		this.statements = running.statements();
		this.jdbc = running.jdbc();
		this.directories = running.directories();
		this.news = running.news();
	}

	Directory directory(String path) {
		return Objects.requireNonNull(this.directories.directories().get(path));
	}

	InvoiceRepository invoices() {
		return this.application.getBean(InvoiceRepository.class);
	}

	TransactionTemplate transaction() {
		return new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class));
	}

	void inTransaction(Runnable work) {
		transaction().executeWithoutResult((status) -> work.run());
	}

	static RegularFile create(Directory directory, String name, String content) {
		return directory.create(new Name(name), new FileChanges(source(content), null));
	}

	static RegularFile find(Directory directory, String name) {
		Node file = directory.find(new Name(name));
		assertThat(file).as(name).isInstanceOf(RegularFile.class);
		return (RegularFile) Objects.requireNonNull(file);
	}

	static Map<String, RegularFile> list(Directory directory) {
		Map<String, RegularFile> files = new LinkedHashMap<>();
		@Nullable String position = null;
		do {
			DirectoryPage page = directory.list(position);
			for (DirectoryEntry entry : page.entries()) {
				assertThat(files.put(entry.name().value(), (RegularFile) entry.node())).as(entry.name().value())
					.isNull();
			}
			position = page.next();
		}
		while (position != null);
		return files;
	}

	static String read(RegularFile file) {
		return read(file, 0, (int) file.attributes().size() + 1);
	}

	static String read(RegularFile file, long position, int length) {
		ByteBuffer buffer = ByteBuffer.allocate(length);
		int read = file.content().read(position, buffer);
		assertThat(buffer.position()).isEqualTo(read);
		return new String(buffer.array(), 0, read, StandardCharsets.UTF_8);
	}

	static ContentSource source(String content) {
		return source(content.getBytes(StandardCharsets.UTF_8));
	}

	static ContentSource source(byte[] bytes) {
		return new ContentSource() {

			@Override
			public long size() {
				return bytes.length;
			}

			@Override
			public InputStream openStream() {
				return new ByteArrayInputStream(bytes);
			}

		};
	}

	static ContentSource endless(long size) {
		return new ContentSource() {

			@Override
			public long size() {
				return size;
			}

			@Override
			public InputStream openStream() {
				throw new AssertionError("Must not be opened");
			}

		};
	}

	/**
	 * Asserts that so many statements in HQL have been translated before. Each counts
	 * twice: what was parsed, and what it was translated to.
	 */
	void assertTranslated(int statements, Runnable work) {
		Statistics statistics = this.application.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactory.class)
			.getStatistics();
		statistics.setStatisticsEnabled(true);
		try {
			statistics.clear();
			work.run();
			assertThat(statistics.getQueryPlanCacheHitCount()).isEqualTo(2 * statements);
			assertThat(statistics.getQueryPlanCacheMissCount()).isZero();
		}
		finally {
			statistics.setStatisticsEnabled(false);
		}
	}

	Object result(Future<RegularFile> answer) {
		try {
			return answer.get(60, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			return errno(() -> {
				throw Objects.requireNonNull(ex.getCause());
			});
		}
		catch (InterruptedException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	ErrnoException failure(ThrowingCallable work) {
		Throwable failure = catchThrowable(work);
		assertThat(failure).isInstanceOf(ErrnoException.class);
		return (ErrnoException) failure;
	}

	Errno errno(ThrowingCallable work) {
		return failure(work).errno();
	}

}
