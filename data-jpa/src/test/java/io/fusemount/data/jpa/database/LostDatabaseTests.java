package io.fusemount.data.jpa.database;

import java.time.Duration;
import java.util.Set;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A database that goes away while the application runs.
 */
class LostDatabaseTests {

	@Test
	void lostDatabaseIsAFailureOfTheDeviceAndThePermitIsGivenBack() {
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:lost;DB_CLOSE_DELAY=-1",
				TextsApplication.class)) {
			DatabasePermits permits = new DatabasePermits(1, Duration.ZERO);
			DatabaseAccess access = new DatabaseAccess(application.getBean(EntityManagerFactory.class),
					application.getBean(PlatformTransactionManager.class), Duration.ofSeconds(5), permits,
					new JpaErrnoTranslator(Set.of()));
			String answer = access.read((entityManager) -> "answer");
			assertThat(answer).isEqualTo("answer");
			((HikariDataSource) application.getBean(DataSource.class)).close();
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> access.read((entityManager) -> "no answer"))
				.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EIO));
			assertThat(permits.available()).isEqualTo(1);
		}
	}

}
