package io.fusemount.data.jpa;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.annotation.FuseMount;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.archive.Document;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.TestDatabase;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;

import static io.fusemount.data.jpa.AbstractDirectoryTests.create;
import static io.fusemount.data.jpa.AbstractDirectoryTests.find;
import static io.fusemount.data.jpa.AbstractDirectoryTests.list;
import static io.fusemount.data.jpa.AbstractDirectoryTests.read;
import static io.fusemount.data.jpa.AbstractDirectoryTests.source;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which methods of the application's repository are called: what is wrapped around them
 * is asked, and nothing else is.
 */
class RepositoryMethodsTests {

	private static final Pattern ROW = Pattern.compile("^\\| ([^|`]+?(?:`stat`)?) \\| (none|`[^|]+`) \\|",
			Pattern.MULTILINE);

	@Test
	void areThoseThatThePageOnSecurityNames() throws IOException {
		Map<String, String> called = new LinkedHashMap<>();
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:methods",
				ArchiveApplication.class, Recording.class)) {
			List<String> calls = application.getBean(Recording.class).calls;
			Directory documents = documents(application);
			RegularFile a = create(documents, "a", "x");
			called.put("a new file", taken(calls));
			list(documents);
			find(documents, "a");
			called.put("listing, looking up a name, `stat`", taken(calls));
			read(a);
			called.put("reading", taken(calls));
			a = a.update(new FileChanges(source("changed"), null));
			called.put("new content of a file", taken(calls));
			a = a.update(new FileChanges(null, Instant.EPOCH));
			called.put("setting a modification time", taken(calls));
			a = documents.rename(a, new Name("b"), null);
			called.put("renaming", taken(calls));
			RegularFile c = create(documents, "c", "y");
			taken(calls);
			a = documents.rename(c, new Name("b"), a);
			called.put("renaming onto another file", taken(calls));
			documents.delete(a);
			called.put("deleting", taken(calls));
		}
		assertThat(called).containsExactlyInAnyOrderEntriesOf(page());
	}

	private static Directory documents(ConfigurableApplicationContext application) {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, 10, Duration.ofMinutes(1), 1000);
		return Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)))
			.directories()
			.get("watched"));
	}

	private static String taken(List<String> calls) {
		String taken = calls.isEmpty() ? "none" : "`" + String.join("`, `", calls) + "`";
		calls.clear();
		return taken;
	}

	private static Map<String, String> page() throws IOException {
		Map<String, String> rows = new LinkedHashMap<>();
		Matcher matcher = ROW.matcher(Files.readString(Path.of("../docs/SECURITY.md")));
		while (matcher.find()) {
			rows.put(matcher.group(1), matcher.group(2));
		}
		return rows;
	}

	@FuseMount(value = "watched", unguardedReads = true)
	interface Watched extends JpaRepository<Document, Integer> {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Watched.class))
	static class Recording {

		final List<String> calls = new CopyOnWriteArrayList<>();

		@Bean
		static RepositoryRecorder recorder(ObjectProvider<Recording> recording) {
			return new RepositoryRecorder((invocation) -> {
				recording.getObject().calls.add(invocation.getMethod().getName());
				return invocation.proceed();
			});
		}

	}

	/** Wraps the advice around the repository, as method security does. */
	record RepositoryRecorder(MethodInterceptor advice) implements BeanPostProcessor {

		@Override
		public Object postProcessBeforeInitialization(Object bean, String name) {
			if (bean instanceof RepositoryFactoryBeanSupport<?, ?, ?> factory
					&& factory.getObjectType() == Watched.class) {
				factory.addRepositoryFactoryCustomizer((created) -> created
					.addRepositoryProxyPostProcessor((proxy, information) -> proxy.addAdvice(0, this.advice)));
			}
			return bean;
		}

	}

}
