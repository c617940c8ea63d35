package io.fusemount.data.jpa.database;

import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatementWatchTests {

	private final AtomicBoolean broken = new AtomicBoolean();

	private final StatementWatch watch = new StatementWatch(this.broken::get);

	@Test
	void theFirstStatementMayHaveFailed() {
		this.watch.jdbcPrepareStatementStart();
		this.watch.jdbcExecuteStatementStart();
		assertThat(this.watch.hasPassed()).isFalse();
	}

	@Test
	void contentMayBeSentAfterTheStatementThatTakesItHasBeenPrepared() {
		this.watch.jdbcPrepareStatementStart();
		this.watch.jdbcPrepareStatementStart();
		this.watch.jdbcExecuteStatementStart();
		assertThat(this.watch.hasPassed()).isFalse();
	}

	@Test
	void anotherOneSaysThatTheFirstHasGoneWell() {
		this.watch.jdbcExecuteStatementStart();
		this.watch.jdbcPrepareStatementStart();
		assertThat(this.watch.hasPassed()).isTrue();
	}

	@Test
	void batchesAreStatements() {
		this.watch.jdbcExecuteBatchStart();
		this.watch.jdbcExecuteBatchStart();
		assertThat(this.watch.hasPassed()).isTrue();
	}

	/** Hibernate goes on where it finds nothing because it could not read. */
	@Test
	void onABrokenConnectionAnotherOneSaysNothing() {
		this.watch.jdbcExecuteStatementStart();
		this.broken.set(true);
		this.watch.jdbcPrepareStatementStart();
		assertThat(this.watch.hasPassed()).isFalse();
	}

	@Test
	void whatTheSessionDoesLaterDoesNotCount() {
		this.watch.jdbcExecuteStatementStart();
		this.watch.stop();
		this.watch.jdbcExecuteStatementStart();
		assertThat(this.watch.hasPassed()).isFalse();
	}

}
