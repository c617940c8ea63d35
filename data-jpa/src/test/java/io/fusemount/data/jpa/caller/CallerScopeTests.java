package io.fusemount.data.jpa.caller;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.creation.FileInitializer;
import io.fusemount.data.jpa.support.TestDatabase;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Code of the application sees who asks, in whatever way its framework has.
 */
class CallerScopeTests {

	private static final Caller ALICE = new Caller(1001, 1001, 7);

	private static final Caller BOB = new Caller(1002, 1002, 8);

	private static final Name NAME = new Name("a.txt");

	private static final AtomicBoolean REFUSED = new AtomicBoolean();

	private ConfigurableApplicationContext application;

	private Directory notes;

	@EnableJpaRepositories(considerNestedRepositories = true)
	static class Configuration {

		@Bean
		@Order(1)
		BoundCaller caller() {
			return new BoundCaller();
		}

		@Bean
		@Order(2)
		CallerScope guard() {
			return () -> {
				if (REFUSED.get()) {
					throw new ErrnoException(Errno.EACCES, "Not today");
				}
				return CallerScope.Binding.NONE;
			};
		}

		@Bean
		FileInitializer<OwnedNote> initializer() {
			return (note, file) -> OwnedNote.CALLS.add(BoundCaller.CURRENT.get());
		}

		@Bean
		CurrentTenantIdentifierResolver<String> tenants() {
			return new CurrentTenantIdentifierResolver<>() {

				@Override
				public String resolveCurrentTenantIdentifier() {
					return Objects.requireNonNullElse(BoundCaller.CURRENT.get(), "nobody");
				}

				@Override
				public boolean validateExistingCurrentSessions() {
					return true;
				}

			};
		}

	}

	@BeforeEach
	void start() {
		this.application = TestDatabase.start("jdbc:h2:mem:callers", OwnedNotes.class, Configuration.class);
		this.notes = Objects.requireNonNull(new JpaDirectories(this.application.getBeanFactory(),
				JpaSettings.defaults(), new DatabasePermits(2, Duration.ofSeconds(10)))
			.directories()
			.get("notes"));
		OwnedNote.CALLS.clear();
		BoundCaller.PREPARED.clear();
	}

	@AfterEach
	void stop() {
		REFUSED.set(false);
		this.application.close();
	}

	@Test
	void everyCallOfTheApplicationsCodeIsOnBehalfOfTheCaller() {
		RegularFile file = as(ALICE, () -> this.notes.create(NAME, new FileChanges(ContentSource.empty(), null)));
		RegularFile renamed = as(ALICE, () -> this.notes.rename(file, new Name("b.txt"), null));
		as(ALICE, () -> {
			this.notes.delete(renamed);
			return renamed;
		});
		assertThat(OwnedNote.CALLS).hasSizeGreaterThanOrEqualTo(6).containsOnly("user 1001");
		assertThat(BoundCaller.CURRENT.get()).isNull();
	}

	@Test
	void theTenantIsThatOfTheCallerWhenRowsAreFoundAndListed() {
		as(ALICE, () -> this.notes.create(NAME, new FileChanges(ContentSource.empty(), null)));
		assertThat(as(ALICE, () -> this.notes.find(NAME))).isNotNull();
		assertThat(as(BOB, () -> this.notes.find(NAME))).isNull();
		assertThat(as(ALICE, this::names)).containsExactly("a.txt");
		assertThat(as(BOB, this::names)).isEmpty();
		assertThat(names()).as("of nobody").isEmpty();
	}

	@Test
	void aRefusedCallerReachesNoDatabaseAndLeavesNothingBound() {
		REFUSED.set(true);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> as(ALICE, () -> this.notes.find(NAME)))
			.withMessage("Not today");
		assertThat(BoundCaller.CURRENT.get()).isNull();
		REFUSED.set(false);
		assertThat(as(ALICE, () -> this.notes.find(NAME))).isNull();
	}

	@Test
	void theCallerIsFoundOutBeforeTheTransactionAndNotOnceMoreWithinIt() {
		as(ALICE, () -> this.notes.create(NAME, new FileChanges(ContentSource.empty(), null)));
		assertThat(BoundCaller.PREPARED).isNotEmpty().containsOnly(false);
		BoundCaller.PREPARED.clear();
		TransactionTemplate transaction = new TransactionTemplate(
				this.application.getBean(PlatformTransactionManager.class));
		as(ALICE, () -> {
			transaction.executeWithoutResult((status) -> this.notes.find(NAME));
			return NAME;
		});
		assertThat(BoundCaller.PREPARED).isEmpty();
	}

	private List<String> names() {
		return this.notes.list(null).entries().stream().map(DirectoryEntry::name).map(Name::value).toList();
	}

	private static <T extends @Nullable Object> T as(Caller caller, Supplier<T> work) {
		return Caller.as(caller, work);
	}

}
