package io.fusemount.data.jpa.database;

import java.time.Duration;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.directory.texts.Page;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A database that goes away while the application runs.
 */
class LostDatabaseTests {

	private final DatabasePermits permits = new DatabasePermits(1, Duration.ZERO);

	@Test
	void lostDatabaseIsAFailureOfTheDeviceAndThePermitIsGivenBack() {
		try (ConfigurableApplicationContext application = start("lost")) {
			DatabaseAccess access = access(application);
			String answer = access.read((entityManager) -> "answer");
			assertThat(answer).isEqualTo("answer");
			((HikariDataSource) application.getBean(DataSource.class)).close();
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> access.read((entityManager) -> "no answer"))
				.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EIO));
			assertThat(this.permits.available()).isEqualTo(1);
		}
	}

	@Test
	void whatFailedBeforeTheRollbackCounts() {
		try (ConfigurableApplicationContext application = start("cut")) {
			assertThatIllegalStateException().isThrownBy(() -> access(application).write((entityManager) -> {
				entityManager.createNativeQuery("shutdown").executeUpdate();
				throw new IllegalStateException("first");
			})).withMessage("first");
		}
	}

	@Test
	void aRowThatCannotBeReadIsNotTakenForOneThatIsGone() {
		try (ConfigurableApplicationContext application = start("hidden")) {
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> access(application).write((entityManager) -> {
					entityManager.createNativeQuery("shutdown").executeUpdate();
					assertThat(entityManager.find(Page.class, 1L)).isNull();
					throw new ErrnoException(Errno.ESTALE, "gone");
				}))
				.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EIO));
		}
	}

	private static ConfigurableApplicationContext start(String name) {
		return TestDatabase.start("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", TextsApplication.class);
	}

	private DatabaseAccess access(ConfigurableApplicationContext application) {
		return TestDatabase.access(application, Duration.ofSeconds(5), this.permits);
	}

}
