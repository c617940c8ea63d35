package io.fusemount.data.jpa.unusable;

import io.fusemount.annotation.FileQuota;
import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.quota.Shares;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Quotas that cannot be stop the application, in words.
 */
class QuotaRefusalsTests {

	private static ConfigurableApplicationContext application;

	@FuseMount(value = "misspelled", quota = @FileQuota(per = "tennant", bytes = "1GB"))
	interface Misspelled extends JpaRepository<Shares.Plan, Long> {

	}

	@FuseMount(value = "wordy", quota = @FileQuota(per = "tenant", bytes = "tenant.name"))
	interface Wordy extends JpaRepository<Shares.Plan, Long> {

	}

	@FuseMount(value = "strange", quota = @FileQuota(bytes = "a lot"))
	interface Strange extends JpaRepository<Shares.Plan, Long> {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Misspelled.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { Wordy.class, Strange.class }))
	static class WithMisspelled {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Wordy.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { Misspelled.class, Strange.class }))
	static class WithWordy {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Strange.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { Misspelled.class, Wordy.class }))
	static class WithStrange {

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:quotas", Shares.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static void assertRefused(Class<?> configuration, String reason) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(configuration);
			child.refresh();
			assertThatExceptionOfType(MappingException.class)
				.isThrownBy(() -> FileMappings.detect(child.getBeanFactory(), DetectionStrategy.ANNOTATED, false))
				.withMessageContaining(reason);
		}
	}

	@Test
	void whatCannotBeCountedIsRefused() {
		assertRefused(WithMisspelled.class, "Plan has a quota by 'tennant', which is no property");
	}

	@Test
	void aLimitIsANumber() {
		assertRefused(WithWordy.class, "Plan has a quota by 'name' of Tenant, which is no number but a String");
		assertRefused(WithStrange.class, "Plan has a quota of 'a lot', which is neither a number nor a property of");
	}

}
