package io.fusemount.data.jpa.mapping;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.fusemount.annotation.FuseMount;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.mapping.detection.Repositories;
import io.fusemount.data.jpa.mapping.misfits.Misfits;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which repositories become directories, where, and what can be done in them.
 */
class FileMappingsTests {

	private static ConfigurableApplicationContext application;

	@FuseMount("full/inside")
	interface Overlapping extends JpaRepository<Misfits.Fitting, Long> {

	}

	@FuseMount("abstract")
	interface OfAbstract extends JpaRepository<Misfits.Abstract, Long> {

	}

	@EnableJpaRepositories(basePackageClasses = Repositories.class, considerNestedRepositories = true)
	static class Configuration {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Overlapping.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { OfAbstract.class, Placed.class }))
	static class OverlappingConfiguration {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = OfAbstract.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { Overlapping.class, Placed.class }))
	static class AbstractConfiguration {

	}

	@FuseMount("${archive.path}/inside")
	interface Placed extends JpaRepository<Misfits.Fitting, Long> {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Placed.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE,
					classes = { Overlapping.class, OfAbstract.class }))
	static class PlacedConfiguration {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { OfAbstract.class, Placed.class }),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Overlapping.class))
	static class TwoMisfitsConfiguration {

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:detection;DB_CLOSE_DELAY=-1", Misfits.class, Configuration.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static Map<String, FileMapping> detect(DetectionStrategy strategy, boolean readOnly) {
		return StreamSupport
			.stream(FileMappings.detect(application.getBeanFactory(), strategy, readOnly).spliterator(), false)
			.collect(Collectors.toMap(FileMapping::path, (mapping) -> mapping));
	}

	@Test
	void annotatedRepositoriesAreFound() {
		assertThat(detect(DetectionStrategy.ANNOTATED, false)).containsOnlyKeys("full", "frozen", "findable",
				"growing");
	}

	@Test
	void publicRepositoriesAreFoundByDefaultIfTheyCanBeMapped() {
		assertThat(detect(DetectionStrategy.DEFAULT, false)).containsOnlyKeys("full", "frozen", "findable", "growing",
				"misfits$AnnotatedNames");
	}

	@Test
	void allRepositoriesAreFoundIfTheyCanBeMapped() {
		assertThat(detect(DetectionStrategy.ALL, false)).containsOnlyKeys("full", "frozen", "findable", "growing",
				"misfits$AnnotatedNames", "misfits$NumberNameds");
	}

	@Test
	void whatTheRepositoryCanDoCanBeDone() {
		Map<String, FileMapping> mappings = detect(DetectionStrategy.ANNOTATED, false);
		assertThat(mappings.get("full")).matches(FileMapping::writable).matches(FileMapping::deletable);
		assertThat(mappings.get("frozen")).matches((it) -> !it.writable() && !it.deletable());
		assertThat(mappings.get("findable")).matches((it) -> !it.writable() && !it.deletable());
		assertThat(mappings.get("growing")).matches((it) -> it.writable() && !it.deletable());
	}

	@Test
	@Semantics("A repository that cannot delete ends `unlink` with EPERM.")
	void whatTheRepositoryCanNotDeleteIsNotDeleted() {
		Directory directory = Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(),
				JpaSettings.defaults(), new DatabasePermits(1, Duration.ofSeconds(1)))
			.directories()
			.get("growing"));
		RegularFile file = directory.create(new Name("a"), new FileChanges(null, null));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> directory.delete(file))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EPERM));
		assertThat(directory.find(new Name("a"))).isNotNull();
	}

	@Test
	void settingMakesAllReadOnly() {
		assertThat(detect(DetectionStrategy.ANNOTATED, true).values())
			.allMatch((it) -> !it.writable() && !it.deletable());
	}

	@Test
	void overlappingPathsAreRefused() {
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> detectWith(OverlappingConfiguration.class))
			.withMessageContaining("full/inside")
			.withMessageContaining("another path");
	}

	@Test
	void abstractEntityCanNotBeCreated() {
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> detectWith(AbstractConfiguration.class))
			.satisfies((ex) -> assertThat(ex.fix()).contains("readOnly = true"));
	}

	@Test
	void placeholdersInPathsAreResolved() {
		assertThat(detectWith(PlacedConfiguration.class, "archive.path", "a/b")).isEqualTo("a/b/inside");
	}

	@Test
	void placeholderWithoutAValueIsRefused() {
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> detectWith(PlacedConfiguration.class))
			.satisfies((ex) -> assertThat(ex.problem())
				.isEqualTo("would be at '${archive.path}/inside', and a placeholder in it has no value"));
	}

	@Test
	void allMisfitsAreToldAtOnce() {
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> detectWith(TwoMisfitsConfiguration.class))
			.satisfies((ex) -> {
				Stream<Class<?>> repositories = Stream.concat(Stream.of(ex), Stream.of(ex.getSuppressed()))
					.map((failure) -> ((MappingException) failure).repository());
				assertThat(repositories).containsExactlyInAnyOrder(OfAbstract.class, Placed.class);
			});
	}

	private static String detectWith(Class<?> configuration, String property, String value) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("test", Map.of(property, value)));
			child.register(configuration);
			child.refresh();
			return StreamSupport
				.stream(FileMappings.detect(child.getBeanFactory(), DetectionStrategy.ANNOTATED, false).spliterator(),
						false)
				.map(FileMapping::path)
				.filter((path) -> path.endsWith("inside"))
				.findFirst()
				.orElseThrow();
		}
	}

	/** Detects in a child context, whose parent has the entities. */
	private static void detectWith(Class<?> configuration) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(configuration);
			child.refresh();
			FileMappings.detect(child.getBeanFactory(), DetectionStrategy.ANNOTATED, false);
		}
	}

}
