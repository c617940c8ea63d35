package io.fusemount.data.jpa.guard;

import java.beans.Introspector;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.guard.envelopes.EnvelopeRepository;
import io.fusemount.data.jpa.guard.own.VisibleRepository;
import io.fusemount.data.jpa.guard.quiet.QuietRepository;
import io.fusemount.data.jpa.guard.rows.LetterRepositories;
import io.fusemount.data.jpa.guard.rows.Letters;
import io.fusemount.data.jpa.guard.secured.SecretRepository;
import io.fusemount.data.jpa.guard.tenants.TenantRepositories;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.hibernate.context.spi.TenantSchemaMapper;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who guards the rows of a repository is not passed by in silence.
 */
public class ReadGuardsTests {

	private static final String REPOSITORIES = LetterRepositories.class.getName() + "$";

	private static ConfigurableApplicationContext application;

	/** Who asks. */
	public static class Me implements Supplier<String> {

		@Override
		public String get() {
			return "me";
		}

	}

	@EnableAspectJAutoProxy
	@EnableJpaRepositories(basePackageClasses = LetterRepositories.class, considerNestedRepositories = true)
	static class Configuration {

		@Bean
		static Watch watch() {
			return new Watch();
		}

	}

	@Aspect
	static class Watch {

		@Around("execution(* *..LetterRepositories.ByAspect.findBy*(..)) || execution(* *..*Repository.save(..))")
		@Nullable Object around(ProceedingJoinPoint call) throws Throwable {
			return call.proceed();
		}

	}

	@EnableJpaRepositories(basePackageClasses = VisibleRepository.class, repositoryBaseClass = VisibleRepository.class)
	static class OwnBase {

	}

	@EnableJpaRepositories(basePackageClasses = QuietRepository.class, repositoryBaseClass = QuietRepository.class)
	static class QuietBase {

	}

	@EnableJpaRepositories(basePackageClasses = SecretRepository.class)
	static class Secured {

	}

	@EnableJpaRepositories(basePackageClasses = EnvelopeRepository.class)
	static class Envelopes {

	}

	@EnableJpaRepositories(basePackageClasses = TenantRepositories.class, considerNestedRepositories = true)
	static class Tenants {

		@Bean
		CurrentTenantIdentifierResolver<String> tenantResolver() {
			return new NoTenant();
		}

	}

	static class NoTenant implements CurrentTenantIdentifierResolver<String> {

		@Override
		public String resolveCurrentTenantIdentifier() {
			throw new IllegalStateException("No request, no tenant");
		}

		@Override
		public boolean validateExistingCurrentSessions() {
			return false;
		}

	}

	/** A schema for each tenant. */
	static class SchemaOfTenant implements TenantSchemaMapper<String> {

		@Override
		public String schemaName(String tenant) {
			return tenant;
		}

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:guards;DB_CLOSE_DELAY=-1", Letters.class, Configuration.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					OnType          | is guarded by @PreAuthorize on %OnType, and nothing asks it: method security is not enabled
					OnMethod        | is guarded by @PreAuthorize on %OnMethod.findById(Long), and nothing asks it: method security is not enabled
					OnBase          | is guarded by @PostFilter on %Base.findAll(), and nothing asks it: method security is not enabled
					OnFinder        | is guarded by @RolesAllowed on %OnFinder.findByHiddenTrue(), and nothing asks it: method security is not enabled
					ByQuery         | is read by the application's own method %ByQuery.findAll(), which may leave rows out and cannot be asked about single rows: let findAllById or findById leave them out, too
					ByDefaultMethod | is read by the application's own method %ByDefaultMethod.findAll(), which may leave rows out and cannot be asked about single rows: let findAllById or findById leave them out, too
					ByAspect        | is guarded by advice of io.fusemount.data.jpa.guard.ReadGuardsTests$Watch around %ByAspect.findByHiddenTrue(), which a mount does not apply when it reads rows
					OfFiltered      | is filtered by Hibernate's filter 'visible', which is not enabled when a mount reads rows
					OfOwned         | is filtered by Hibernate's filter 'mine', whose parameters may differ from user to user, which a mount does not know; with a bean of the type CallerScope, such as Spring Security's, it would know who asks
					""")
	void guardIsFoundAndNamed(String repository, String words) {
		assertThat(guard(application.getBeanFactory(), "LetterRepositories." + repository))
			.isEqualTo(words.replace("%", REPOSITORIES));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Open", "Small", "ByFragment", "OnVoid", "OfAnswers", "OfAlwaysFiltered", "OfRestricted",
			"OfSoftlyDeleted" })
	void whatShowsEveryRowToEverybodyIsNoGuard(String repository) {
		assertThat(guard(application.getBeanFactory(), "LetterRepositories." + repository)).isNull();
	}

	@Test
	void baseClassThatReadsInItsOwnWayIsAGuard() {
		inChild(OwnBase.class,
				(child) -> assertThat(guard(child, "LetterRepository"))
					.isEqualTo("is read by the application's own method " + VisibleRepository.class.getName()
							+ ".getQuery(Specification, Class, Sort), "
							+ "which may leave rows out and cannot be asked about single rows: let findAllById or "
							+ "findById leave them out, too"));
	}

	@Test
	void baseClassWhoseReadsAreThoseOfSpringDataIsNoGuard() {
		inChild(QuietBase.class, (child) -> assertThat(guard(child, "LetterRepository")).isNull());
	}

	@Test
	@Semantics("A repository whose reads are guarded by something that cannot be asked (own finders without `findById` "
			+ "or `findAllById`, advice, filters that are not always enabled) is refused at startup, unless it declares "
			+ "`unguardedReads = true`.")
	void guardedRepositoryIsRefusedWithAWayOut() {
		inChild(Secured.class, (child) -> assertThatExceptionOfType(MappingException.class)
			.isThrownBy(() -> directories(child))
			.withMessage("Repository " + SecretRepository.class.getName() + " cannot be mounted: Letter is guarded by "
					+ "@PreAuthorize on " + SecretRepository.class.getName()
					+ ".findAll(), and nothing asks it: method security is not enabled. If everybody who may enter the mount may read every row, declare it: "
					+ "@FuseMount(unguardedReads = true)."));
	}

	@Test
	void contentInAnEntityThatIsGuardedIsRefused() {
		inChild(Envelopes.class, (child) -> assertThatExceptionOfType(MappingException.class)
			.isThrownBy(() -> directories(child))
			.withMessage("Repository " + EnvelopeRepository.class.getName() + " cannot be mounted: Envelope has its "
					+ "content in Filtered, which is filtered by Hibernate's filter 'visible', which is not enabled "
					+ "when a mount reads rows. If everybody who may enter the mount may read every row, declare it: "
					+ "@FuseMount(unguardedReads = true)."));
	}

	@Test
	void guardedRepositoryIsMountedIfTheApplicationSaysSo() {
		assertThat(directories(application.getBeanFactory())).containsKeys("known", "open", "small");
	}

	@ParameterizedTest
	@Semantics("Rows that are excluded by `@SQLRestriction`, `@SoftDelete` or a filter that is always enabled do not "
			+ "appear.")
	@CsvSource({ "always, AlwaysFiltered", "restricted, Restricted", "soft, SoftlyDeleted" })
	void whatTheMappingLeavesOutIsNotThere(String path, String entity) {
		Directory directory = Objects.requireNonNull(directories(application.getBeanFactory()).get(path));
		RegularFile shown = create(directory, "shown");
		RegularFile hidden = create(directory, "hidden");
		if (path.equals("soft")) {
			directory.delete(hidden);
		}
		else {
			hide(entity, "hidden");
		}
		assertThat(directory.list(null).entries()).extracting(DirectoryEntry::name).containsExactly(new Name("shown"));
		assertThat(directory.find(new Name("hidden"))).isNull();
		assertThat(directory.find(new Name("hidden~" + hidden.key().id()))).isNull();
		directory.delete(shown);
	}

	private static void hide(String entity, String name) {
		new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> SharedEntityManagerCreator
				.createSharedEntityManager(application.getBean(EntityManagerFactory.class))
				.createQuery("update " + entity + " set hidden = true where name = :name")
				.setParameter("name", name)
				.executeUpdate());
	}

	private static RegularFile create(Directory directory, String name) {
		return directory.create(new Name(name), new FileChanges(null, null));
	}

	@Test
	void tenantsAreRefusedWhereTheyAre() {
		try (ConfigurableApplicationContext tenants = TestDatabase.start("jdbc:h2:mem:tenants",
				TenantRepositories.class, Tenants.class)) {
			assertThat(guard(tenants.getBeanFactory(), "TenantRepositories.Contracts"))
				.isEqualTo("has rows of several tenants (@TenantId), and a mount shows all its users the rows of one "
						+ "tenant, the one that the tenant resolver returns on the threads of the mount; with a bean of "
						+ "the type CallerScope, such as Spring Security's, it would know who asks");
			assertThat(guard(tenants.getBeanFactory(), "TenantRepositories.Contracts", true)).isNull();
			assertThat(guard(tenants.getBeanFactory(), "TenantRepositories.OfUnresolved", true))
				.isEqualTo("is filtered by Hibernate's filter 'theirs', whose parameter 'them' has no resolver");
			assertThat(guard(tenants.getBeanFactory(), "TenantRepositories.Forms")).isNull();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			OfOwned    |
			OfFiltered | is filtered by Hibernate's filter 'visible', which is not enabled when a mount reads rows
			""")
	void filtersThatEachSessionHasAreNoGuardIfTheApplicationKnowsWhoAsks(String repository, @Nullable String words) {
		assertThat(guard(application.getBeanFactory(), "LetterRepositories." + repository, true)).isEqualTo(words);
	}

	@Test
	void tenantsWithDatabasesOfTheirOwnAreRefusedWhoeverAsks() {
		try (ConfigurableApplicationContext tenants = TestDatabase.start("jdbc:h2:mem:schemas",
				TenantRepositories.class, Tenants.class, SchemaOfTenant.class)) {
			assertThat(guard(tenants.getBeanFactory(), "TenantRepositories.Forms", true)).isEqualTo(
					"is kept apart by tenant, by schema or connection: rows of two tenants may have the same id, "
							+ "by which a mount knows its files, and a mount shows all its users the rows of one tenant, the "
							+ "one that the tenant resolver returns on the threads of the mount");
		}
	}

	private static Map<String, Directory> directories(ListableBeanFactory beans) {
		return new JpaDirectories(beans, JpaSettings.defaults(), new DatabasePermits(2, Duration.ofSeconds(10)))
			.directories();
	}

	private static @Nullable String guard(ListableBeanFactory beans, String repository) {
		return guard(beans, repository, false);
	}

	private static @Nullable String guard(ListableBeanFactory beans, String repository, boolean callers) {
		String bean = Introspector.decapitalize(repository);
		RepositoryFactoryInformation<?, ?> factory = (RepositoryFactoryInformation<?, ?>) beans.getBean("&" + bean);
		SessionFactoryImplementor sessions = beans.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactoryImplementor.class);
		return ReadGuards.find(factory.getRepositoryInformation(), beans.getBean(bean),
				sessions.getMappingMetamodel().getEntityDescriptor(factory.getRepositoryInformation().getDomainType()),
				ReadPermission.of(factory.getRepositoryInformation(), beans.getBean(bean)),
				AskedRows.of(factory.getRepositoryInformation(), beans.getBean(bean)), callers);
	}

	/** In a context whose parent has the entities. */
	private static void inChild(Class<?> configuration, Consumer<ListableBeanFactory> work) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(configuration);
			child.refresh();
			work.accept(child.getBeanFactory());
		}
	}

}
