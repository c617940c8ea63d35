package io.fusemount.data.jpa.words;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.creation.FileInitializer;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.support.TestDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.util.Assert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What the application throws keeps its words and its cause, and the application may say
 * which errno it is.
 */
class ApplicationWordsTests {

	@EnableJpaRepositories(considerNestedRepositories = true)
	static class Configuration {

		@Bean
		FileInitializer<Words.Letter> initializer() {
			return (letter, file) -> {
				if (file.name().startsWith("initialized")) {
					throw new Words.ClosedException("Nothing is initialized on Sundays");
				}
				Assert.state(!file.name().startsWith("asserted"), "Nothing is asserted on Sundays");
				if (file.name().startsWith("careless")) {
					Objects.requireNonNull(letter.getId(), "letter.id");
				}
				if (file.name().startsWith("libraries")) {
					List.of().iterator().next();
				}
			};
		}

	}

	static class Translators {

		@Bean
		ErrnoTranslator closed() {
			return (failure) -> (failure instanceof Words.ClosedException)
					? new ErrnoException(Errno.EACCES, "Closed: " + failure.getMessage(), failure) : null;
		}

		@Bean
		ErrnoTranslator careless() {
			return (failure) -> {
				throw new IllegalStateException("A translator that fails");
			};
		}

	}

	static class NoTenant implements CurrentTenantIdentifierResolver<String> {

		@Override
		public String resolveCurrentTenantIdentifier() {
			throw new Words.ClosedException("No request, no tenant");
		}

		@Override
		public boolean validateExistingCurrentSessions() {
			return false;
		}

	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			set a         | No name is set on Sundays
			persisted a   | Nothing is persisted on Sundays
			initialized a | Nothing is initialized on Sundays
			asserted a    | Nothing is asserted on Sundays
			careless a    | An unexpected failure; the application's log says more
			libraries a   | An unexpected failure; the application's log says more
			""")
	void failureOfTheApplicationKeepsItsWordsAndItsCause(String name, String words) {
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:words", Words.class,
				Configuration.class)) {
			Directory directory = directory(application);
			assertRefused(() -> create(directory, name), Errno.EIO, words);
		}
	}

	@Test
	void translatorOfTheApplicationChoosesTheErrno() {
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:translated", Words.class,
				Configuration.class, Translators.class)) {
			Directory directory = directory(application);
			assertRefused(() -> create(directory, "initialized a"), Errno.EACCES,
					"Closed: Nothing is initialized on Sundays");
			assertRefused(() -> create(directory, "persisted a"), Errno.EACCES,
					"Closed: Nothing is persisted on Sundays");
			RegularFile file = create(directory, "a");
			assertRefused(() -> directory.rename(file, new Name("updated a"), null), Errno.EACCES,
					"Closed: Nothing is updated on Sundays");
			assertRefused(() -> create(directory, "set a"), Errno.EIO, "No name is set on Sundays");
		}
	}

	@Test
	void tenantResolverThatFailsIsNoOutageOfTheDatabase() {
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:resolver", Words.class,
				NoTenant.class)) {
			DatabaseAccess access = TestDatabase.access(application, Duration.ofSeconds(10),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			for (int i = 0; i < 2; i++) {
				assertRefused(() -> access.read((entityManager) -> ""), Errno.EIO, "No request, no tenant");
			}
		}
	}

	private static Directory directory(ConfigurableApplicationContext application) {
		return Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10)))
			.directories()
			.get("letters/kept"));
	}

	private static RegularFile create(Directory directory, String name) {
		return directory.create(new Name(name), new FileChanges(null, null));
	}

	private static void assertRefused(ThrowingCallable work, Errno errno, String words) {
		ErrnoException refusal = new ErrnoTranslators(List.of()).translate(catchThrowable(work));
		assertThat(refusal).hasMessage(words);
		assertThat(refusal.errno()).isEqualTo(errno);
		assertThat(refusal.getCause()).isNotNull();
	}

}
