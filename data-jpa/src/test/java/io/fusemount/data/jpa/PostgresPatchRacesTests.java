package io.fusemount.data.jpa;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes to large objects of PostgreSQL at the same time as others change the row.
 */
class PostgresPatchRacesTests extends AbstractPatchTests {

	@Test
	void oneOfTwoPatchesWinsAndTheOtherChangesNothing() throws Exception {
		PatternContent content = new PatternContent(1, 3L * MIB);
		for (int round = 0; round < 10; round++) {
			String name = "file" + round;
			RegularFile file = this.directory.create(new Name(name), new FileChanges(content, null));
			CyclicBarrier start = new CyclicBarrier(2);
			ExecutorService writers = Executors.newFixedThreadPool(2);
			try {
				List<PatternPatch> patches = Stream.of(2, 3)
					.map((seed) -> new PatternPatch(content, new PatternContent(seed, 3L * MIB), 2L * MIB,
							List.of(range(0, 100), range(MIB, MIB + 100))))
					.toList();
				List<Future<RegularFile>> answers = patches.stream().map((patch) -> writers.submit(() -> {
					start.await();
					return file.update(new FileChanges(patch, null));
				})).toList();
				List<Object> results = answers.stream().map(this::result).toList();
				assertThat(results).filteredOn(Errno.ESTALE::equals).hasSize(1);
				PatternPatch winner = patches.get((results.get(0) == Errno.ESTALE) ? 1 : 0);
				assertThat(patches).filteredOn((patch) -> patch.bytesRead() > 0).containsExactly(winner);
				assertThat(read(find(this.directory, name), 0, 200)).isEqualTo(read(winner, 0, 200));
				assertThat(read(find(this.directory, name), MIB, 200)).isEqualTo(read(winner, MIB, 200));
			}
			finally {
				writers.shutdownNow();
			}
		}
	}

	@Test
	void rowOfAnotherTransactionIsWaitedForAndThePatchChangesNothing() throws Exception {
		RegularFile file = create(new PatternContent(1, 5000));
		String before = read(file);
		assertThat(whileAnotherChanges(() -> {
			invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
			invoices().flush();
		}, () -> file.update(new FileChanges(overwrite(5000), null)))).isEqualTo(Errno.ESTALE);
		assertThat(invoices().findByNumber("a").orElseThrow().getCustomer()).isEqualTo("ACME");
		assertThat(read(find(this.directory, "a"))).isEqualTo(before);
	}

	@Test
	void whatAnotherTransactionChangesWithoutAVersionStaysBesideThePatch() throws Exception {
		RegularFile file = create(new PatternContent(1, 5000));
		PatternPatch patch = append(new PatternContent(1, 5000), 10);
		whileAnotherChanges(() -> this.jdbc.update("update invoice set customer = 'ACME'"),
				() -> file.update(new FileChanges(patch, null)));
		assertThat(invoices().findByNumber("a").orElseThrow().getCustomer()).isEqualTo("ACME");
		assertThat(read(find(this.directory, "a"), 5000, 100)).isEqualTo(read(patch, 5000, 10));
	}

	@Test
	void whatAnotherTransactionChangesWithoutAVersionStaysBesideNewContent() throws Exception {
		RegularFile file = create(new PatternContent(1, 5000));
		PatternContent after = new PatternContent(2, 7000);
		whileAnotherChanges(
				() -> this.jdbc.update("update invoice set customer = 'ACME', document = lo_from_bytea(0, 'abc')"
						+ " where lo_unlink(document) = 1"),
				() -> file.update(new FileChanges(after, null)));
		assertThat(invoices().findByNumber("a").orElseThrow().getCustomer()).isEqualTo("ACME");
		assertThat(find(this.directory, "a").attributes().size()).isEqualTo(7000);
	}

	@Test
	void fileThatAnotherTransactionChangesIsDeletedAsItIsThen() throws Exception {
		for (String change : List.of("customer = 'ACME'", "version = version + 1",
				"document = lo_from_bytea(0, 'abc') where lo_unlink(document) = 1")) {
			RegularFile file = create(new PatternContent(1, 5000));
			whileAnotherChanges(() -> this.jdbc.update("update invoice set " + change), () -> {
				this.directory.delete(file);
				return file;
			});
			assertThat(count("invoice")).isZero();
			assertThat(count("pg_largeobject_metadata")).isZero();
		}
	}

	@Test
	void fileThatAnotherTransactionDeletesIsGone() throws Exception {
		RegularFile file = create(new PatternContent(1, 5000));
		whileAnotherChanges(() -> this.jdbc.update("delete from invoice where lo_unlink(document) = 1"), () -> {
			this.directory.delete(file);
			return file;
		});
		assertThat(count("invoice")).isZero();
	}

	/** Returns the answer of a program that has to wait for another transaction. */
	private Object whileAnotherChanges(Runnable change, Callable<RegularFile> work) throws Exception {
		ExecutorService program = Executors.newSingleThreadExecutor();
		try {
			List<Future<RegularFile>> answers = Objects.requireNonNull(transaction().execute((status) -> {
				change.run();
				Future<RegularFile> answer = program.submit(work);
				awaitWaitingForLock();
				return List.of(answer);
			}));
			return result(answers.get(0));
		}
		finally {
			program.shutdownNow();
		}
	}

	/** Waits until a connection waits for the row. */
	private void awaitWaitingForLock() {
		long deadline = System.nanoTime() + 20_000_000_000L;
		while (System.nanoTime() < deadline) {
			Boolean waits = this.jdbc.queryForObject("select exists (select 1 from pg_locks where not granted)",
					Boolean.class);
			if (Boolean.TRUE.equals(waits)) {
				return;
			}
			Thread.onSpinWait();
		}
		throw new IllegalStateException("Nobody waits");
	}

}
