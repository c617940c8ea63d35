package io.fusemount.autoconfigure.security;

import java.util.List;
import java.util.Map;

import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import io.fusemount.core.operation.CallerAccounts;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.transport.device.account.NssAccounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FuseMountSecurityAutoConfiguration}.
 */
class FuseMountSecurityAutoConfigurationTests {

	private static final Caller ALICE = new Caller(1000, 100, 1);

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(FuseMountSecurityAutoConfiguration.class))
		.withPropertyValues("fusemount.mount-point=/mnt/anywhere")
		.withBean(CallerAccounts.class,
				() -> (caller) -> new CallerAccount(caller.uid(), caller.gid(), "alice", List.of("users", "staff")));

	@Test
	void withoutUsersOfTheApplicationNobodyIsKnown() {
		this.application.run((context) -> assertThat(authenticated(context.getBean(CallerScope.class)).getName())
			.isEqualTo("anonymousUser"));
	}

	@Test
	void ofSeveralServicesOfUsersNoneIsAskedUnlessOneIsPrimary() {
		UserDetails user = User.withUsername("alice").password("none").roles("CLERK").build();
		ApplicationContextRunner two = this.application
			.withBean("one", UserDetailsService.class, InMemoryUserDetailsManager::new)
			.withBean("two", UserDetailsService.class, () -> new InMemoryUserDetailsManager(user));
		two.run((context) -> assertThat(authenticated(context.getBean(CallerScope.class)).getName())
			.isEqualTo("anonymousUser"));
		this.application.withBean("one", UserDetailsService.class, InMemoryUserDetailsManager::new)
			.withBean("two", UserDetailsService.class, () -> new InMemoryUserDetailsManager(user),
					(definition) -> definition.setPrimary(true))
			.run((context) -> assertThat(authenticated(context.getBean(CallerScope.class)).getName())
				.isEqualTo("alice"));
	}

	@Test
	void aUserOfTheMachineIsOneOfTheApplicationWithItsGroupsIfThatIsWanted() {
		this.application.withBean(MachineUserConverter.class).run((context) -> {
			Authentication alice = authenticated(context.getBean(CallerScope.class));
			assertThat(alice.getName()).isEqualTo("alice");
			assertThat(alice.isAuthenticated()).isTrue();
			assertThat(alice.getAuthorities()).extracting(Object::toString)
				.containsExactlyInAnyOrder("GROUP_users", "GROUP_staff");
			assertThat(alice.getDetails()).isEqualTo(new CallerAccount(1000, 100, "alice", List.of("users", "staff")));
		});
	}

	@Test
	void aUserOfTheApplicationIsFoundByName() {
		UserDetails user = User.withUsername("alice").password("none").roles("CLERK").build();
		this.application.withBean(UserDetailsService.class, () -> new InMemoryUserDetailsManager(user))
			.run((context) -> {
				Authentication alice = authenticated(context.getBean(CallerScope.class));
				assertThat(alice.getPrincipal()).isInstanceOf(UserDetails.class);
				assertThat(((UserDetails) alice.getPrincipal()).getPassword()).isNull();
				assertThat(alice.getAuthorities()).extracting(Object::toString).containsExactly("ROLE_CLERK");
			});
	}

	@Test
	void aConverterOfTheApplicationDecides() {
		this.application
			.withBean(CallerAuthenticationConverter.class,
					() -> (account) -> new TestingAuthenticationToken(account.name() + "@example.com", null))
			.run((context) -> assertThat(authenticated(context.getBean(CallerScope.class)).getName())
				.isEqualTo("alice@example.com"));
	}

	@Test
	void theMachineIsAskedForNames() {
		new ApplicationContextRunner().withPropertyValues("fusemount.mount-point=/mnt/anywhere")
			.withConfiguration(AutoConfigurations.of(FuseMountSecurityAutoConfiguration.class))
			.run((context) -> assertThat(context).hasSingleBean(NssAccounts.class));
	}

	@Test
	void whomTheConfigurationNamesTheMachineIsNotAskedFor() {
		this.application.withBean(MachineUserConverter.class)
			.withPropertyValues("fusemount.security.accounts.1000.name=mueller",
					"fusemount.security.accounts.1000.groups=customers,bakers")
			.run((context) -> {
				CallerScope scope = context.getBean(CallerScope.class);
				assertThat(authenticated(scope).getName()).isEqualTo("mueller");
				assertThat(authenticated(scope).getAuthorities()).extracting(Object::toString)
					.containsExactly("GROUP_customers", "GROUP_bakers");
				assertThat(authenticated(scope, new Caller(1001, 100, 1)).getName()).isEqualTo("alice");
			});
	}

	@Test
	void anEnvironmentNamesUsersToo() {
		this.application.withBean(MachineUserConverter.class)
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment",
						Map.of("FUSEMOUNT_SECURITY_ACCOUNTS_4294967294_NAME", "mueller"))))
			.run((context) -> assertThat(
					authenticated(context.getBean(CallerScope.class), new Caller(-2, 100, 1)).getName())
				.isEqualTo("mueller"));
	}

	@ParameterizedTest
	@CsvSource({ "4294967295.name=mueller,a number from 0 to 4294967294", "1000.groups=bakers,name of the user",
			"alice.name=mueller,Long" })
	void anAccountThatCanBeNobodysIsRefused(String setting, String reason) {
		this.application.withPropertyValues("fusemount.security.accounts." + setting)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasStackTraceContaining("fusemount.security.accounts")
				.hasStackTraceContaining(reason));
	}

	@Test
	void withoutAKernelNobodyIsKnown() {
		new ApplicationContextRunner().withPropertyValues("fusemount.mount-point=/mnt/anywhere")
			.withClassLoader(new FilteredClassLoader(NssAccounts.class))
			.withConfiguration(AutoConfigurations.of(FuseMountSecurityAutoConfiguration.class))
			.run((context) -> assertThat(authenticated(context.getBean(CallerScope.class)).getName())
				.isEqualTo("anonymousUser"));
	}

	@Test
	void anApplicationWithoutSpringSecurityHasNoneOfIt() {
		this.application.withClassLoader(new FilteredClassLoader("org.springframework.security"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CallerScope.class));
	}

	@Test
	void anApplicationWithoutMountsHasNoneOfIt() {
		this.application.withPropertyValues("fusemount.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CallerScope.class));
		this.application.withPropertyValues("fusemount.mount-point=")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CallerScope.class));
	}

	@Test
	void aTimeBelowZeroIsRefused() {
		this.application.withPropertyValues("fusemount.security.time-to-live=-1s")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("fusemount.security.time-to-live"));
	}

	private static Authentication authenticated(CallerScope scope) {
		return authenticated(scope, ALICE);
	}

	private static Authentication authenticated(CallerScope scope, Caller caller) {
		return Caller.as(caller, () -> {
			try (CallerScope.Binding binding = scope.bind()) {
				return SecurityContextHolder.getContext().getAuthentication();
			}
		});
	}

}
