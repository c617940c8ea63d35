package io.fusemount.data.jpa;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.archive.Document;
import io.fusemount.data.jpa.archive.DocumentRepository;
import io.fusemount.data.jpa.archive.Invoice;
import io.fusemount.data.jpa.archive.InvoiceRepository;
import io.fusemount.data.jpa.archive.Payment;
import io.fusemount.data.jpa.archive.PaymentRepository;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What directories of repositories do, whatever the database.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractJpaDirectoriesTests {

	static final int PAGE_SIZE = 5;

	static final long MAX_IN_MEMORY = 50_000;

	static final String[] ALL = { "archive/invoices", "documents", "notes" };

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789012Z");

	ConfigurableApplicationContext application;

	Statements statements;

	JdbcTemplate jdbc;

	JpaDirectories directories;

	private final List<NodeKey> news = new CopyOnWriteArrayList<>();

	abstract String databaseUrl();

	@BeforeAll
	void start() {
		this.application = TestDatabase.start(databaseUrl(), ArchiveApplication.class);
		this.statements = this.application.getBean(Statements.class);
		this.jdbc = new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(10),
				MAX_IN_MEMORY);
		this.directories = new JpaDirectories(this.application.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)));
		this.directories.changeFeed().subscribe(this.news::add);
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@BeforeEach
	void empty() {
		this.application.getBean(PaymentRepository.class).deleteAll();
		for (String directory : ALL) {
			list(directory(directory)).values().forEach(directory(directory)::delete);
		}
		this.news.clear();
		this.statements.clear();
	}

	@Test
	void annotatedRepositoriesAreDirectories() {
		assertThat(this.directories.directories()).containsOnlyKeys(ALL);
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void fileIsCreatedFoundReadAndListed(String path) {
		Directory directory = directory(path);
		RegularFile created = create(directory, "2026-001.pdf", "first content");
		RegularFile found = find(directory, "2026-001.pdf");
		assertThat(found.key()).isEqualTo(created.key());
		assertThat(found.attributes()).isEqualTo(created.attributes());
		assertThat(found.isSameVersion(created)).isTrue();
		assertThat(found.attributes().size()).isEqualTo(13);
		assertThat(read(found)).isEqualTo("first content");
		assertThat(list(directory)).containsOnlyKeys("2026-001.pdf");
		assertThat(directory.find(new Name("2026-001.PDF"))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void contentIsReplaced(String path) {
		Directory directory = directory(path);
		RegularFile old = create(directory, "a", "old");
		RegularFile updated = old.update(new FileChanges(source("newer"), null));
		assertThat(updated.key()).isEqualTo(old.key());
		assertThat(updated.isSameVersion(old)).isFalse();
		assertThat(read(updated)).isEqualTo("newer");
		assertThat(read(find(directory, "a"))).isEqualTo("newer");
		assertThat(find(directory, "a").attributes()).isEqualTo(updated.attributes());
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void contentMayBeEmpty(String path) {
		Directory directory = directory(path);
		RegularFile file = directory.create(new Name("a"), new FileChanges(null, null));
		assertThat(file.attributes().size()).isZero();
		assertThat(read(file)).isEmpty();
		RegularFile filled = file.update(new FileChanges(source("x"), null));
		assertThat(read(filled.update(new FileChanges(source(""), null)))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void rangesAreRead(String path) {
		RegularFile file = create(directory(path), "a", "0123456789");
		assertThat(read(file, 3, 4)).isEqualTo("3456");
		assertThat(read(file, 8, 4)).isEqualTo("89");
		assertThat(read(file, 10, 4)).isEmpty();
		assertThat(read(file, 5_000_000_000L, 4)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void renamedFileKeepsIdentityAndContent(String path) {
		Directory directory = directory(path);
		RegularFile file = create(directory, "a", "content");
		RegularFile renamed = directory.rename(file, new Name("b"), null);
		assertThat(renamed.key()).isEqualTo(file.key());
		assertThat(renamed.attributes().modified()).isEqualTo(file.attributes().modified());
		assertThat(directory.find(new Name("a"))).isNull();
		assertThat(find(directory, "b").attributes()).isEqualTo(renamed.attributes());
		assertThat(find(directory, "b").isSameVersion(renamed)).isTrue();
		assertThat(read(renamed)).isEqualTo("content");
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void replacedFileKeepsIdentityAndTakesContent(String path) {
		Directory directory = directory(path);
		RegularFile source = create(directory, "new", "new content");
		RegularFile replaced = create(directory, "old", "old");
		RegularFile result = directory.rename(source, new Name("old"), replaced);
		assertThat(result.key()).isEqualTo(replaced.key());
		assertThat(list(directory)).containsOnlyKeys("old");
		assertThat(read(find(directory, "old"))).isEqualTo("new content");
		assertThat(find(directory, "old").attributes()).isEqualTo(result.attributes());
		assertThat(result.isSameVersion(replaced)).isFalse();
		assertThat(find(directory, "old").isSameVersion(result)).isTrue();
	}

	@Test
	void replacedFileOfSameSizeAndTimeGetsNewVersion() {
		Directory directory = directory("archive/invoices");
		RegularFile source = create(directory, "new", "new").update(new FileChanges(null, LONG_AGO));
		RegularFile replaced = create(directory, "old", "old").update(new FileChanges(null, LONG_AGO));
		RegularFile result = directory.rename(source, new Name("old"), replaced);
		assertThat(result.isSameVersion(replaced)).isFalse();
		assertThat(find(directory, "old").isSameVersion(result)).isTrue();
		assertThat(read(result)).isEqualTo("new");
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void deletedFileIsGone(String path) {
		Directory directory = directory(path);
		RegularFile file = create(directory, "a", "content");
		directory.delete(file);
		directory.delete(file);
		assertThat(directory.find(new Name("a"))).isNull();
		assertThat(errno(() -> read(file))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> file.update(new FileChanges(source("x"), null)))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> directory.rename(file, new Name("b"), null))).isEqualTo(Errno.ESTALE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents", "notes" })
	void takenNameIsRefused(String path) {
		Directory directory = directory(path);
		create(directory, "a", "");
		RegularFile other = create(directory, "b", "");
		assertThat(errno(() -> create(directory, "a", ""))).isEqualTo(Errno.EEXIST);
		assertThat(errno(() -> directory.rename(other, new Name("a"), null))).isEqualTo(Errno.EEXIST);
		assertThat(list(directory)).containsOnlyKeys("a", "b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	void changeToAnotherVersionIsStaleAndChangesNothing(String path) {
		Directory directory = directory(path);
		RegularFile old = create(directory, "a", "old");
		RegularFile current = old.update(new FileChanges(source("current"), null));
		assertThat(errno(() -> read(old))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> old.update(new FileChanges(source("x"), null)))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> old.update(new FileChanges(null, LONG_AGO)))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> directory.rename(old, new Name("b"), null))).isEqualTo(Errno.ESTALE);
		assertThat(errno(() -> directory.rename(create(directory, "c", ""), new Name("a"), old)))
			.isEqualTo(Errno.ESTALE);
		assertThat(read(find(directory, "a"))).isEqualTo("current");
		assertThat(find(directory, "a").isSameVersion(current)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	@Semantics("A modification time that is set is kept, whatever the application's auditing does.")
	void timeThatAProgramSetsWinsOverAuditing(String path) {
		Directory directory = directory(path);
		RegularFile created = directory.create(new Name("a"), new FileChanges(source("x"), LONG_AGO));
		assertThat(created.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(find(directory, "a").attributes()).isEqualTo(created.attributes());
		RegularFile updated = created.update(new FileChanges(source("y"), LONG_AGO.plusSeconds(1)));
		assertThat(find(directory, "a").attributes()).isEqualTo(updated.attributes());
		assertThat(updated.attributes().modified()).isEqualTo(LONG_AGO.plusSeconds(1));
		RegularFile touched = updated.update(new FileChanges(null, LONG_AGO.plusSeconds(2)));
		assertThat(find(directory, "a").attributes().modified()).isEqualTo(LONG_AGO.plusSeconds(2));
		assertThat(touched.isSameVersion(updated)).isTrue();
		assertThat(find(directory, "a").isSameVersion(touched)).isTrue();
		assertThat(directory.rename(touched, new Name("b"), null).attributes().modified())
			.isEqualTo(LONG_AGO.plusSeconds(2));
	}

	@Test
	void timeIsIgnoredWhereTheEntityHasNone() {
		RegularFile file = create(directory("notes"), "a", "x");
		assertThat(file.update(new FileChanges(null, LONG_AGO)).attributes()).isEqualTo(file.attributes());
	}

	@Test
	void fileThatOthersReferToIsBusy() {
		Directory directory = directory("archive/invoices");
		RegularFile file = create(directory, "a", "x");
		RegularFile other = create(directory, "b", "y");
		Invoice invoice = invoices().findByNumber("a").orElseThrow();
		this.application.getBean(PaymentRepository.class).save(new Payment(invoice));
		assertThat(errno(() -> directory.delete(file))).isEqualTo(Errno.EBUSY);
		assertThat(errno(() -> directory.rename(file, new Name("b"), other))).isEqualTo(Errno.EBUSY);
		assertThat(read(find(directory, "a"))).isEqualTo("x");
		assertThat(read(find(directory, "b"))).isEqualTo("y");
	}

	@Test
	void validationRefusesWithPropertyAndMessage() {
		Directory directory = directory("archive/invoices");
		ErrnoException refusal = failure(() -> create(directory, "now!", ""));
		assertThat(refusal.errno()).isEqualTo(Errno.EINVAL);
		assertThat(refusal).hasMessageContaining("number must not shout");
		RegularFile file = create(directory, "a", "x");
		assertThat(errno(() -> directory.rename(file, new Name("a!"), null))).isEqualTo(Errno.EINVAL);
		assertThat(read(find(directory, "a"))).isEqualTo("x");
	}

	@Test
	void nameThatIsTooLongForItsColumnIsRefused() {
		Directory directory = directory("notes");
		RegularFile longest = create(directory, "ä".repeat(40), "");
		assertThat(errno(() -> create(directory, "n".repeat(41), ""))).isEqualTo(Errno.ENAMETOOLONG);
		assertThat(errno(() -> directory.rename(longest, new Name("n".repeat(41)), null)))
			.isEqualTo(Errno.ENAMETOOLONG);
	}

	@Test
	void associationsAndOtherColumnsStay() {
		Directory directory = directory("archive/invoices");
		RegularFile file = create(directory, "a", "x");
		inTransaction(() -> {
			Invoice invoice = invoices().findByNumber("a").orElseThrow();
			invoice.setCustomer("ACME");
			invoice.setThumbnail(org.hibernate.Hibernate.getLobHelper().createBlob(new byte[] { 1, 2, 3 }));
		});
		RegularFile updated = find(directory, "a").update(new FileChanges(source("y"), null));
		directory.rename(create(directory, "b", "z"), new Name("a"), updated);
		assertThat(invoices().findByNumber("a").orElseThrow().getCustomer()).isEqualTo("ACME");
		assertThat(find(directory, "a").key()).isEqualTo(file.key());
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, PAGE_SIZE, PAGE_SIZE + 1, 3 * PAGE_SIZE, 3 * PAGE_SIZE + 2 })
	void listingTakesOneStatementPerPage(int files) {
		Directory directory = directory("archive/invoices");
		for (int i = 0; i < files; i++) {
			create(directory, "file" + i, "");
		}
		this.statements.clear();
		assertThat(list(directory)).hasSize(files);
		assertThat(this.statements.all()).hasSize(Math.max(1, (files + PAGE_SIZE - 1) / PAGE_SIZE));
	}

	@Test
	void listingWhereNamesCanRepeatSearchesForThemOncePerPage() {
		Directory directory = directory("documents");
		for (int i = 0; i < PAGE_SIZE + 1; i++) {
			create(directory, "file" + i, "");
		}
		this.statements.clear();
		assertThat(list(directory)).hasSize(PAGE_SIZE + 1);
		// As a selected value, the search would be made for each row.
		assertThat(this.statements.all()).hasSize(4).noneMatch((statement) -> statement.contains("case when"));
	}

	@Test
	void operationsTakeNoMoreStatementsThanTheyNeed() {
		Directory directory = directory("archive/invoices");
		// These fetch the first blocks of ids from the sequence.
		create(directory, "first", "");
		RegularFile source = create(directory, "source", "");
		RegularFile created = count(1, () -> create(directory, "a", "x"));
		count(1, () -> find(directory, "a"));
		count(1, () -> directory.find(new Name("b")));
		count(1, () -> read(created, 0, 4096));
		RegularFile touched = count(1, () -> created.update(new FileChanges(null, LONG_AGO)));
		RegularFile updated = count(2 + separate(), () -> touched.update(new FileChanges(source("y"), null)));
		// Auditing sets a time, which is put back.
		RegularFile renamed = count(3, () -> directory.rename(updated, new Name("b"), null));
		RegularFile last = count(4 + separate() * 2, () -> directory.rename(source, new Name("b"), renamed));
		count(2 + separate(), () -> {
			directory.delete(last);
			return last;
		});
	}

	/** Returns 1 where content lives outside its row and takes statements of its own. */
	abstract int separate();

	@Test
	void changesOfTheApplicationAreNewsAfterTheCommit() {
		Directory directory = directory("archive/invoices");
		invoices().save(new Invoice("a"));
		RegularFile file = find(directory, "a");
		assertThat(this.news).containsExactly(file.key());
		this.news.clear();
		inTransaction(() -> {
			invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
			assertThat(this.news).isEmpty();
		});
		assertThat(this.news).containsExactly(file.key());
		invoices().deleteAll();
		assertThat(this.news).containsExactly(file.key(), file.key());
	}

	@Test
	void rollbackIsNoNews() {
		create(directory("archive/invoices"), "a", "x");
		this.news.clear();
		transaction().executeWithoutResult((status) -> {
			invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
			invoices().flush();
			status.setRollbackOnly();
		});
		assertThat(this.news).isEmpty();
	}

	@Test
	void namesOfAnyKindComeBack() {
		Directory directory = directory("documents");
		List<String> names = List.of("a b", "ä€😀", "100%", "%41", "..%2F", "x~5", "~", "a~b.c", ".hidden", "a.b.c~1",
				"-rf", "new\nline", "'; drop table document; --", "\\", "*", "%");
		names.forEach((name) -> create(directory, name, name));
		assertThat(list(directory)).containsOnlyKeys(names);
		names.forEach((name) -> assertThat(read(find(directory, name))).isEqualTo(name));
	}

	@Test
	@Semantics("Rows with the same name appear under different names, by their ids.")
	void rowsOfTheSameNameAreToldApart() {
		DocumentRepository documents = this.application.getBean(DocumentRepository.class);
		documents.save(new Document("a.txt"));
		Integer second = documents.save(new Document("a.txt")).getId();
		Directory directory = directory("documents");
		assertThat(list(directory)).containsOnlyKeys("a.txt", "a~" + second + ".txt");
		assertThat(find(directory, "a~" + second + ".txt").key().id()).isEqualTo(second.toString());
		documents.save(new Document("a~" + second + ".txt"));
		Map<String, RegularFile> files = list(directory);
		assertThat(files).hasSize(3).containsKeys("a.txt", "a~" + second + ".txt");
		files.forEach((name, file) -> assertThat(find(directory, name).key()).isEqualTo(file.key()));
		directory.rename(find(directory, "a~" + second + ".txt"), new Name("b"), null);
		assertThat(list(directory)).containsOnlyKeys("a.txt", "a~" + second + ".txt", "b");
	}

	@Test
	void namesOfTheApplicationAreEncoded() {
		DocumentRepository documents = this.application.getBean(DocumentRepository.class);
		documents.save(new Document("a/b"));
		documents.save(new Document(".."));
		documents.save(new Document(""));
		Integer nameless = documents.save(new Document(null)).getId();
		Integer longest = documents.save(new Document("ü".repeat(200) + ".txt")).getId();
		Directory directory = directory("documents");
		Map<String, RegularFile> files = list(directory);
		assertThat(files).hasSize(5).containsKeys("a%2Fb", "%2E%2E", "%", "~" + nameless);
		assertThat(files.keySet()).anyMatch((name) -> name.endsWith("ü~" + longest + ".txt"));
		files.forEach((name, file) -> assertThat(find(directory, name).key()).isEqualTo(file.key()));
	}

	@Test
	void textThatTheDatabaseHasNoCharactersForIsFoundNowhere() {
		Directory directory = directory("documents");
		for (String name : List.of("%C0%80", "%ED%A0%80", "a~%C0%80")) {
			assertThat(directory.find(new Name(name))).isNull();
		}
		assertThat(catchThrowable(() -> create(directory, "a%C0%80", ""))).satisfiesAnyOf(
				(failure) -> assertThat(find(directory, "a%C0%80")).isNotNull(),
				(failure) -> assertThat(((ErrnoException) failure).errno()).isEqualTo(Errno.EINVAL));
	}

	@Test
	void waitingForALockEndsWithTheTimeout() throws Exception {
		create(directory("archive/invoices"), "a", "x");
		JpaSettings impatient = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(1),
				0);
		Directory directory = Objects.requireNonNull(
				new JpaDirectories(this.application.getBeanFactory(), impatient, new DatabasePermits(1, Duration.ZERO))
					.directories()
					.get("archive/invoices"));
		RegularFile file = find(directory, "a");
		ExecutorService program = Executors.newSingleThreadExecutor();
		try {
			transaction().executeWithoutResult((status) -> {
				invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
				invoices().flush();
				Future<RegularFile> answer = program.submit(() -> directory.rename(file, new Name("b"), null));
				assertThat(result(answer)).isIn(Errno.ETIMEDOUT, Errno.EAGAIN);
			});
		}
		finally {
			program.shutdownNow();
		}
	}

	@Test
	void readOnlyDirectoryRefusesChangesAndIsRead() {
		RegularFile file = create(directory("archive/invoices"), "a", "x");
		JpaSettings readOnly = new JpaSettings(DetectionStrategy.ANNOTATED, true, PAGE_SIZE, Duration.ofSeconds(1), 0);
		Directory directory = Objects.requireNonNull(
				new JpaDirectories(this.application.getBeanFactory(), readOnly, new DatabasePermits(1, Duration.ZERO))
					.directories()
					.get("archive/invoices"));
		assertThat(directory.canCreate()).isFalse();
		assertThat(directory.canDelete()).isFalse();
		assertThat(find(directory, "a").attributes().writable()).isFalse();
		assertThat(read(find(directory, "a"))).isEqualTo("x");
		assertThat(errno(() -> create(directory, "b", ""))).isEqualTo(Errno.EROFS);
		assertThat(errno(() -> find(directory, "a").update(new FileChanges(source("y"), null)))).isEqualTo(Errno.EROFS);
		assertThat(errno(() -> directory.rename(file, new Name("b"), null))).isEqualTo(Errno.EROFS);
		assertThat(errno(() -> directory.delete(file))).isEqualTo(Errno.EROFS);
	}

	@Test
	void oneOfTwoWritersWinsAndTheOtherIsStale() throws Exception {
		Directory directory = directory("archive/invoices");
		for (int round = 0; round < 10; round++) {
			RegularFile file = create(directory, "file" + round, "old");
			CyclicBarrier start = new CyclicBarrier(2);
			ExecutorService writers = Executors.newFixedThreadPool(2);
			try {
				List<Future<RegularFile>> answers = Stream.of("one", "two").map((text) -> writers.submit(() -> {
					start.await();
					return file.update(new FileChanges(source(text), null));
				})).toList();
				List<Object> results = answers.stream().map(this::result).toList();
				assertThat(results).filteredOn(Errno.ESTALE::equals).hasSize(1);
				RegularFile winner = (RegularFile) results.stream()
					.filter(RegularFile.class::isInstance)
					.findFirst()
					.orElseThrow();
				assertThat(find(directory, "file" + round).isSameVersion(winner)).isTrue();
				assertThat(read(winner)).isIn("one", "two");
			}
			finally {
				writers.shutdownNow();
			}
		}
	}

	private Object result(Future<RegularFile> answer) {
		try {
			return answer.get(20, TimeUnit.SECONDS);
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

	@Test
	void bigContentPassesWithoutBeingHeld() {
		Directory directory = directory("archive/invoices");
		PatternContent content = new PatternContent(1, 64L << 20);
		long before = allocatedBytes();
		RegularFile file = directory.create(new Name("big"), new FileChanges(content, null));
		ByteBuffer range = ByteBuffer.allocate(128 << 10);
		for (long position = 0; position < content.size(); position += 4L << 20) {
			assertThat(file.content().read(position, range.clear())).isEqualTo(range.capacity());
			assertThat(content.matches(position, range)).isTrue();
		}
		directory.rename(file, new Name("bigger"), null);
		// What is allocated in all is a bound of what is held at once.
		assertThat(allocatedBytes() - before).isLessThan(maxAllocatedBytes(content.size()));
	}

	/** Returns what writing may allocate in all, garbage included. */
	abstract long maxAllocatedBytes(long size);

	private static long allocatedBytes() {
		return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
	}

	@Test
	void contentTheColumnCanNotHoldIsRefusedBeforeItIsRead() {
		Directory directory = directory("documents");
		RegularFile file = create(directory, "a", "x");
		assertThat(errno(() -> file.update(new FileChanges(endless(maxDocumentBytes() + 1), null))))
			.isEqualTo(Errno.EFBIG);
		RegularFile full = file.update(new FileChanges(source("y".repeat((int) maxDocumentBytes())), null));
		assertThat(read(full)).hasSize((int) maxDocumentBytes());
	}

	/** Returns how much a document may have, by its column or by its place in memory. */
	abstract long maxDocumentBytes();

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

	private <T> T count(int statements, Supplier<T> work) {
		this.statements.clear();
		T result = work.get();
		assertThat(this.statements.all()).hasSize(statements);
		return result;
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
		byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
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

	ErrnoException failure(ThrowingCallable work) {
		Throwable failure = catchThrowable(work);
		assertThat(failure).isInstanceOf(ErrnoException.class);
		return (ErrnoException) failure;
	}

	Errno errno(ThrowingCallable work) {
		return failure(work).errno();
	}

}
