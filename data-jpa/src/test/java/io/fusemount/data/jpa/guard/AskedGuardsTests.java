package io.fusemount.data.jpa.guard;

import java.beans.Introspector;
import java.util.List;
import java.util.Set;

import io.fusemount.data.jpa.guard.asked.AskedRepositories;
import io.fusemount.data.jpa.guard.rows.Letters;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A guard counts as asked only if it decides before a call and is in front of it.
 */
class AskedGuardsTests {

	private static final String REPOSITORIES = AskedRepositories.class.getName() + "$";

	private static ConfigurableApplicationContext application;

	@EnableJpaRepositories(basePackageClasses = AskedRepositories.class, considerNestedRepositories = true)
	static class Configuration {

	}

	@EnableMethodSecurity
	@EnableJpaRepositories(basePackageClasses = AskedRepositories.class, considerNestedRepositories = true)
	static class Secured {

	}

	/** Leaves rows out, and claims to authorize. */
	static class LeavingOut implements AuthorizationAdvisor, MethodInterceptor {

		@Override
		public @Nullable Object invoke(MethodInvocation call) throws Throwable {
			Object result = call.proceed();
			return (result instanceof List<?>) ? List.of() : result;
		}

		@Override
		public Pointcut getPointcut() {
			return Pointcut.TRUE;
		}

		@Override
		public Advice getAdvice() {
			return this;
		}

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:asked;DB_CLOSE_DELAY=-1", Letters.class, Configuration.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@AfterEach
	void logOut() {
		SecurityContextHolder.clearContext();
	}

	private static void logIn(String role) {
		SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("anna", "", role));
	}

	private static AuthorizationManagerBeforeMethodInterceptor preAuthorize() {
		return AuthorizationManagerBeforeMethodInterceptor.preAuthorize();
	}

	private static String bean(String repository) {
		return Introspector.decapitalize("AskedRepositories." + repository);
	}

	private static RepositoryInformation information(String repository) {
		return ((RepositoryFactoryInformation<?, ?>) application.getBean("&" + bean(repository)))
			.getRepositoryInformation();
	}

	private static Object guarded(String repository, Advisor... advisors) {
		ProxyFactory factory = new ProxyFactory(application.getBean(bean(repository)));
		factory.addAdvisors(advisors);
		return factory.getProxy();
	}

	private static @Nullable String guard(String name, Object repository) {
		SessionFactoryImplementor sessions = application.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactoryImplementor.class);
		RepositoryInformation information = information(name);
		return ReadGuards.find(information, repository,
				sessions.getMappingMetamodel().getEntityDescriptor(information.getDomainType()),
				ReadPermission.of(information, repository), AskedRows.of(information, repository), true);
	}

	@Test
	void aRefusalByAResultIsNoPermission() {
		Object repository = guarded("Handled", preAuthorize());
		ReadPermission permission = ReadPermission.of(information("Handled"), repository);
		assertThat(guard("Handled", repository)).isNull();
		logIn("ROLE_USER");
		assertThat(((AskedRepositories.Handled) repository).findAll()).as("no failure").isEmpty();
		assertThat(permission.isGiven()).isFalse();
		logIn("ROLE_CLERK");
		assertThat(permission.isGiven()).isTrue();
	}

	@Test
	void anExpressionOfTheTypeAboutArgumentsIsRefused() {
		assertThat(guard("ByArgument", guarded("ByArgument", preAuthorize())))
			.isEqualTo("is guarded by @PreAuthorize on " + REPOSITORIES
					+ "ByArgument, which depends on the arguments of a call: on findAllById or findById, it would be "
					+ "asked about each row");
		assertThat(guard("OfClerks", guarded("OfClerks", preAuthorize()))).as("of the caller only").isNull();
	}

	@ParameterizedTest
	@CsvSource({ "Mixed, Mixed.findAll()", "MixedOnType, MixedOnType" })
	void anAnnotationThatNothingAsksIsRefusedBesideOneThatIsAsked(String repository, String place) {
		assertThat(guard(repository, guarded(repository, preAuthorize()))).isEqualTo("is guarded by @Secured on "
				+ REPOSITORIES + place + ", and nothing asks it: method security is not enabled for it");
		Advisor pointed = new AuthorizationManagerBeforeMethodInterceptor(Pointcut.TRUE,
				(authentication, call) -> () -> true);
		assertThat(guard(repository, guarded(repository, preAuthorize(), pointed))).as("by advice of another purpose")
			.isNotNull();
		assertThat(guard(repository,
				guarded(repository, preAuthorize(), AuthorizationManagerBeforeMethodInterceptor.secured())))
			.as("with both")
			.isNull();
	}

	@Test
	void whatOnlyClaimsToAuthorizeIsAdviceOfUnknownPurpose() {
		Object repository = guarded("Plain", new LeavingOut());
		assertThat(ReadPermission.of(information("Plain"), repository).isFree()).isTrue();
		assertThat(guard("Plain", repository)).startsWith("is guarded by advice of " + LeavingOut.class.getName());
	}

	@ParameterizedTest
	@ValueSource(strings = { "Handled", "ByArgument", "OfClerks", "Mixed", "MixedOnType", "Filtered", "FilteredById",
			"Plain" })
	void theInterceptorsThatStandForOthersAreToldApartByTheirAnnotations(String name) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(Secured.class);
			child.refresh();
			Object repository = child.getBean(bean(name));
			String guard = guard(name, repository);
			switch (name) {
				case "Filtered" -> assertThat(guard).startsWith("is guarded by @PostFilter on ")
					.endsWith("cannot ask about single rows: guard findAllById or findById in this way, too");
				case "FilteredById" -> assertThat(guard).isNull();
				case "ByArgument" -> assertThat(guard).contains("depends on the arguments");
				case "Mixed", "MixedOnType" -> assertThat(guard).startsWith("is guarded by @Secured on ");
				default -> assertThat(guard).isNull();
			}
			assertThat(ReadPermission.of(information(name), repository).isFree())
				.isEqualTo(Set.of("Plain", "Filtered", "FilteredById", "ByArgument").contains(name));
		}
	}

}
