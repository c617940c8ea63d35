package io.fusemount.data.jpa.creation;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import javax.sql.DataSource;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.creation.orders.OrderRepositories;
import io.fusemount.data.jpa.creation.orders.Orders;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Scope;
import org.springframework.core.annotation.Order;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What new rows lack is known before there are any, and an application can give it.
 */
class NewRowsTests {

	private static ConfigurableApplicationContext application;

	@EnableJpaAuditing
	@EnableJpaRepositories(basePackageClasses = OrderRepositories.class, considerNestedRepositories = true)
	static class Configuration {

		@Bean
		AuditorAware<String> auditor() {
			return () -> Optional.of("somebody");
		}

	}

	static class Initializers {

		@Bean
		@Order(2)
		FileInitializer<Orders.Contract> kind() {
			return (contract, file) -> contract.kind = contract.customer.company + "'s " + contract.name;
		}

		@Bean
		@Order(1)
		FileInitializer<Orders.Base> owner(OrderRepositories.Customers customers) {
			return (entity, file) -> {
				if (entity instanceof Orders.Contract contract) {
					Caller caller = Objects.requireNonNull(file.caller());
					contract.customer = customers.findAll().get(0);
					contract.note = file.directory() + "/" + file.name() + " of " + caller.uid();
				}
			};
		}

		@Bean
		FileInitializer<Orders.Joined> other() {
			return (entity, file) -> {
				throw new IllegalStateException("Not for this entity");
			};
		}

	}

	static class Prototype {

		@Bean
		@Scope("prototype")
		FileInitializer<Orders.Relaxed> kind() {
			return (relaxed, file) -> relaxed.kind = "prototype";
		}

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1", Orders.class, Configuration.class);
		new JdbcTemplate(application.getBean(DataSource.class))
			.execute("alter table relaxed alter column kind drop not null");
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static Directory directory(ConfigurableApplicationContext application, String path) {
		return Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10)))
			.directories()
			.get(path));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					contracts        | Contract.customer, kind must have values, which nothing gives a new file; the constructor, @PrePersist or a bean of type FileInitializer<Contract> can
					joined           | Joined.customer must have a value, which nothing gives a new file; the constructor, @PrePersist or a bean of type FileInitializer<Joined> can
					mirrored         | Mirrored.customer must have a value, which nothing gives a new file; the constructor, @PrePersist or a bean of type FileInitializer<Mirrored> can
					assigned         | Assigned.id is the id and is not generated, which nothing gives a new file; the constructor, @PrePersist or a bean of type FileInitializer<Assigned> can
					undefaulted      | Undefaulted.kind must have a value, which nothing gives a new file; the constructor, @PrePersist or a bean of type FileInitializer<Undefaulted> can
					auditedContracts | AuditedContract.kind must have a value, which nothing gives a new file; the constructor, @PrePersist or a bean of type FileInitializer<AuditedContract> can
					""")
	void whatCanNeverBeStoredIsRefusedAtOnce(String path, String reason) {
		Directory directory = directory(application, path);
		assertThat(directory.refusesNewFiles()).isEqualTo(reason);
		assertThat(directory.canCreate()).as("changes").isTrue();
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> directory.create(new Name("a"), new FileChanges(null, null)))
			.withMessage("No file can be created here: " + reason)
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EPERM));
	}

	@ParameterizedTest
	@ValueSource(strings = { "selfAssigned", "calledBack", "listened", "audited", "defaulted", "derived", "relaxed" })
	void whatTheApplicationGivesIsNotMissing(String path) {
		Directory directory = directory(application, path);
		assertThat(directory.refusesNewFiles()).isNull();
		directory.create(new Name("a"), new FileChanges(null, null));
		assertThat(directory.find(new Name("a"))).isNotNull();
	}

	@Test
	void whatTheApplicationMayGiveIsTried() {
		assertThat(directory(application, "saved").refusesNewFiles()).isNull();
	}

	@Test
	void readOnlyDirectoryIsRefusedAsSuch() {
		JpaSettings readOnly = new JpaSettings(JpaSettings.defaults().detection(), true, 10, Duration.ofMinutes(1), 0);
		Directory directory = Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(), readOnly,
				new DatabasePermits(2, Duration.ofSeconds(10)))
			.directories()
			.get("contracts"));
		assertThat(directory.refusesNewFiles()).isNull();
		assertThat(directory.canCreate()).isFalse();
	}

	@Test
	void initializersCompleteNewRowsInTheirOrder() {
		try (ConfigurableApplicationContext initialized = TestDatabase.start("jdbc:h2:mem:initialized", Orders.class,
				Configuration.class, Initializers.class)) {
			Orders.Customer customer = new Orders.Customer();
			customer.company = "ACME";
			initialized.getBean(OrderRepositories.Customers.class).save(customer);
			Directory directory = directory(initialized, "contracts");
			assertThat(directory.refusesNewFiles()).isNull();
			Caller.as(new Caller(7, 7, 7), () -> directory.create(new Name("a"), new FileChanges(null, null)));
			assertThat(initialized.getBean(OrderRepositories.Contracts.class).describe("a"))
				.isEqualTo("ACME ACME's a contracts/a of 7");
		}
	}

	@Test
	void whatATriggerGivesIsNotMissingUnlessItIsRefusedBefore() {
		try (ConfigurableApplicationContext triggered = TestDatabase.start(Postgres.createDatabase("stamped"),
				Orders.class, Configuration.class)) {
			JdbcTemplate jdbc = new JdbcTemplate(triggered.getBean(DataSource.class));
			assertThat(directory(triggered, "stamped").refusesNewFiles()).startsWith("Stamped.stamp must have a value");
			jdbc.execute("create function stamp() returns trigger language plpgsql as "
					+ "$$ begin new.stamp = 'received'; return new; end $$");
			jdbc.execute("create trigger stamp before insert on stamped for each row execute function stamp()");
			jdbc.execute("create trigger stamp before insert on validated for each row execute function stamp()");
			Directory directory = directory(triggered, "stamped");
			assertThat(directory.refusesNewFiles()).isNull();
			directory.create(new Name("a"), new FileChanges(null, null));
			assertThat(jdbc.queryForObject("select stamp from stamped", String.class)).isEqualTo("received");
			assertThat(directory(triggered, "validated").refusesNewFiles())
				.startsWith("Validated.stamp must have a value");
		}
	}

	@Test
	void initializerThatIsAPrototypeIsCalled() {
		try (ConfigurableApplicationContext initialized = TestDatabase.start("jdbc:h2:mem:prototype", Orders.class,
				Configuration.class, Prototype.class)) {
			Directory directory = directory(initialized, "relaxed");
			assertThat(directory.refusesNewFiles()).isNull();
			directory.create(new Name("a"), new FileChanges(null, null));
			assertThat(new JdbcTemplate(initialized.getBean(DataSource.class))
				.queryForObject("select kind from relaxed", String.class)).isEqualTo("prototype");
		}
	}

	@Test
	void initializerThatDoesNotSayForWhatIsRefused() {
		try (ConfigurableApplicationContext unclear = TestDatabase.start("jdbc:h2:mem:unclear", Orders.class,
				Configuration.class)) {
			FileInitializer<Orders.Contract> lambda = (contract, file) -> {
			};
			unclear.getBeanFactory().registerSingleton("unclear", lambda);
			assertThatIllegalStateException().isThrownBy(() -> directory(unclear, "contracts"))
				.withMessageStartingWith("The bean 'unclear' does not say which entities it initializes");
		}
	}

}
