package io.fusemount.autoconfigure.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.data.unheard.SummaryRepository;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.unsized.PictureRepository;
import io.fusemount.autoconfigure.transport.JnrTransportAutoConfiguration;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.data.jpa.mapping.MappingException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class FuseMountJpaAutoConfigurationTests {

	private static final AutoConfigurations JPA = AutoConfigurations.of(DataSourceAutoConfiguration.class,
			HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class,
			DataJpaRepositoriesAutoConfiguration.class);

	@TempDir
	private Path directory;

	private final FakeTransport transport = new FakeTransport();

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class,
					FuseMountJpaAutoConfiguration.class, JnrTransportAutoConfiguration.class))
			.withPropertyValues("fusemount.mount-point=" + this.directory.resolve("mnt"),
					"fusemount.create-mount-point=true", "fusemount.spool.directory=" + this.directory.resolve("spool"),
					"spring.datasource.generate-unique-name=true");
	}

	private ApplicationContextRunner fake() {
		return application().withBean(FakeTransport.class, () -> this.transport);
	}

	@Test
	void mountsAnnotatedRepositories() {
		fake().withConfiguration(JPA).withUserConfiguration(Notes.class).run((context) -> {
			context.getBean(NoteRepository.class).save(new Note("a.txt", "hello".getBytes(StandardCharsets.UTF_8)));
			Node node = this.transport.fileSystem().resolve("/notes/a.txt");
			assertThat(node.attributes().size()).isEqualTo(5);
			assertThat(this.transport.fileSystem().resolve("/notes")).isInstanceOfSatisfying(Directory.class,
					(notes) -> assertThat(notes.describeContent())
						.isEqualTo("JDBC Blob, ranges by getBytes, written from memory"));
			assertThat(context).hasSingleBean(ErrnoTranslator.class).hasSingleBean(ChangeFeed.class);
		});
	}

	@Test
	void listensToNoDatabaseButPostgreSql() {
		fake().withConfiguration(JPA)
			.withUserConfiguration(Notes.class)
			.withPropertyValues("fusemount.change-feed.postgresql.enabled=true")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("fusemount.change-feed.postgresql.enabled with value 'true' is invalid: "
						+ "No mounted repository uses PostgreSQL."));
	}

	@Test
	void refusesToBelieveForLongWhatNobodyTellsOf() throws IOException {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			ApplicationContextRunner application = fake().withConfiguration(JPA)
				.withUserConfiguration(Summaries.class)
				.withPropertyValues("spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
						"spring.jpa.hibernate.ddl-auto=update", "fusemount.change-feed.postgresql.enabled=true");
			application.run((context) -> assertThat(context).hasNotFailed());
			application.withPropertyValues("fusemount.change-feed.postgresql.time-to-live=1m")
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.hasMessageContaining("fusemount.change-feed.postgresql.time-to-live with value 'PT1M' is invalid: "
							+ "Not every change can be received: Summary.size is a formula that asks other rows. "
							+ "Remove the property."));
			application.withPropertyValues("fusemount.change-feed.postgresql.time-to-live=-1s")
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.hasMessageContaining("A duration of 0 or more is needed."));
		}
	}

	@Test
	void boundsTheUseOfTheDatabase() {
		fake().withConfiguration(JPA)
			.withUserConfiguration(Notes.class)
			.withPropertyValues("fusemount.database.max-concurrent=3")
			.run((context) -> assertThat(context.getBean(DatabasePermits.class).limit()).isEqualTo(3));
	}

	@Test
	void warnsOfAConnectionPoolThatProgramsCanExhaust(CapturedOutput output) {
		String warning = "The connection pool has 5 connections and fusemount.database.max-concurrent is 5: programs that use "
				+ "the files can take every connection and make the application wait.";
		ApplicationContextRunner pool = fake().withConfiguration(JPA)
			.withUserConfiguration(Notes.class)
			.withPropertyValues("spring.datasource.type=" + HikariDataSource.class.getName(),
					"spring.datasource.hikari.maximum-pool-size=5");
		pool.withPropertyValues("fusemount.database.max-concurrent=4")
			.run((context) -> assertThat(output).doesNotContain("The connection pool"));
		pool.withPropertyValues("fusemount.database.max-concurrent=5")
			.run((context) -> assertThat(output).containsOnlyOnce(warning));
	}

	@Test
	void mapsNothingIfNothingIsMounted() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(FuseMountAutoConfiguration.class, FuseMountJpaAutoConfiguration.class))
			.withConfiguration(JPA)
			.withUserConfiguration(Pictures.class)
			.withPropertyValues("spring.datasource.generate-unique-name=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DatabasePermits.class));
	}

	@Test
	void stopsTheApplicationIfARepositoryCanNotBeMapped() {
		fake().withConfiguration(JPA)
			.withUserConfiguration(Pictures.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(MappingException.class,
						(ex) -> assertThat(ex.repository()).isEqualTo(PictureRepository.class)));
	}

	@Test
	void mountsWithoutJpa() {
		new ApplicationContextRunner().withUserConfiguration(ByName.class)
			.withBean(FakeTransport.class, () -> this.transport)
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.spool.directory=" + this.directory)
			.withClassLoader(new FilteredClassLoader("io.fusemount.data", "jakarta.persistence", "org.hibernate"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(MountRegistry.class));
		assertThat(this.transport.events).contains("mount");
	}

	@Test
	@EnabledIfFuse
	@Timeout(600)
	void mountsForReal() {
		application().withConfiguration(JPA).withUserConfiguration(Notes.class).run((context) -> {
			Shell shell = Shell.in(this.directory.resolve("mnt"));
			shell.check("printf hello > notes/a.txt");
			assertThat(context.getBean(NoteRepository.class).findAll()).singleElement()
				.satisfies((note) -> assertThat(note.text).asString(StandardCharsets.UTF_8).isEqualTo("hello"));
			assertThat(shell.check("ls notes")).isEqualTo("a.txt\n");
		});
		assertThat(this.directory.resolve("mnt")).doesNotExist();
	}

	@AutoConfigurationPackage
	static class Notes {

	}

	@AutoConfigurationPackage(basePackageClasses = SummaryRepository.class)
	static class Summaries {

	}

	@AutoConfigurationPackage(basePackageClasses = PictureRepository.class)
	static class Pictures {

	}

	/**
	 * Imports as an application does, without loading the class beforehand.
	 */
	@ImportAutoConfiguration({ FuseMountAutoConfiguration.class, FuseMountJpaAutoConfiguration.class })
	static class ByName {

	}

}
