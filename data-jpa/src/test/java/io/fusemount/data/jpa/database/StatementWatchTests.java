package io.fusemount.data.jpa.database;

import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatementWatchTests {

	private final AtomicBoolean broken = new AtomicBoolean();

	private final StatementWatch watch = new StatementWatch(this.broken::get);

	@Test
	void whatHasEndedHasGoneWell() {
		this.watch.jdbcPrepareStatementStart();
		this.watch.jdbcExecuteStatementStart();
		assertThat(this.watch.hasPassed()).isFalse();
		this.watch.jdbcExecuteStatementEnd();
		assertThat(this.watch.hasPassed()).isTrue();
	}

	@Test
	void batchesAreStatements() {
		this.watch.jdbcExecuteBatchEnd();
		assertThat(this.watch.hasPassed()).isTrue();
	}

	/** Hibernate goes on where it finds nothing because it could not read. */
	@Test
	void onABrokenConnectionItHasNot() {
		this.broken.set(true);
		this.watch.jdbcExecuteStatementEnd();
		this.watch.jdbcExecuteStatementEnd();
		assertThat(this.watch.hasPassed()).isFalse();
	}

	@Test
	void aConnectionThatBreaksLaterTakesNothingBack() {
		this.watch.jdbcExecuteStatementEnd();
		this.broken.set(true);
		this.watch.jdbcExecuteStatementEnd();
		assertThat(this.watch.hasPassed()).isTrue();
	}

	@Test
	void whatTheSessionDoesLaterDoesNotCount() {
		this.watch.stop();
		this.watch.jdbcExecuteStatementEnd();
		assertThat(this.watch.hasPassed()).isFalse();
	}

}
