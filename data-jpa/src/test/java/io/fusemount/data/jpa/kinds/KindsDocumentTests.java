package io.fusemount.data.jpa.kinds;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of kinds of entities says what an application with all of them answers.
 */
@Timeout(300)
class KindsDocumentTests {

	private static final Path DOCUMENT = Path.of("../docs/KINDS.md");

	/** The sections of the table. */
	private static final Map<String, List<Class<?>>> SECTIONS = new LinkedHashMap<>();

	static {
		SECTIONS.put("Content", List.of(ContentKinds.class, AssociatedContentKinds.class, PieceKinds.class));
		SECTIONS.put("Size", List.of(SizeKinds.class));
		SECTIONS.put("Id", List.of(IdKinds.class));
		SECTIONS.put("Name, times and other columns", List.of(ColumnKinds.class));
		SECTIONS.put("Classes, rows and repositories", List.of(ClassKinds.class));
	}

	@TempDir
	Path spools;

	@Test
	void theTableSaysWhatEachKindAnswers() throws Exception {
		String document = Files.readString(DOCUMENT);
		int start = document.indexOf("\n## ");
		String head = document.substring(0, (start < 0) ? document.length() : start).stripTrailing() + "\n";
		StringBuilder table = new StringBuilder(head);
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:kinds;DB_CLOSE_DELAY=-1",
				KindsApplication.class)) {
			for (Map.Entry<String, List<Class<?>>> section : SECTIONS.entrySet()) {
				table.append("\n## ").append(section.getKey()).append("\n\n");
				table.append("| kind | read | create | write | rename | delete | what is said |\n");
				table.append("|---|---|---|---|---|---|---|\n");
				for (Class<?> repository : repositories(section.getValue())) {
					table.append(row(application, repository)).append('\n');
				}
			}
		}
		if (Boolean.getBoolean("fusemount.kinds.write")) {
			Files.writeString(DOCUMENT, table);
		}
		assertThat(table).asString().doesNotContain(KindTrial.WRONG);
		assertThat(document)
			.as("docs/KINDS.md; to write what is answered now: "
					+ "./mvnw -q -pl data-jpa -am test -Dtest=KindsDocumentTests -Dfusemount.kinds.write=true "
					+ "-Dsurefire.failIfNoSpecifiedTests=false")
			.isEqualTo(table.toString());
	}

	private static List<Class<?>> repositories(List<Class<?>> section) {
		return section.stream()
			.flatMap((kinds) -> Stream.of(kinds.getDeclaredClasses()))
			.flatMap((entity) -> Stream.of(entity.getDeclaredClasses()))
			.<Class<?>>map((type) -> type)
			.filter((type) -> type.isAnnotationPresent(Kind.class))
			.sorted(Comparator.comparing((type) -> type.getAnnotation(Kind.class).value()))
			.toList();
	}

	private String row(ConfigurableApplicationContext application, Class<?> repository) throws Exception {
		Kind kind = repository.getAnnotation(Kind.class);
		Path spool = this.spools.resolve(repository.getName());
		try (KindTrial trial = new KindTrial(directories(application, repository), spool)) {
			if (!kind.row().isEmpty()) {
				new JdbcTemplate(application.getBean(DataSource.class)).execute(kind.row());
			}
			trial.run(!kind.row().isEmpty());
			return line(kind.value(), trial.result("read"), trial.result("create"), trial.result("write"),
					trial.result("rename"), trial.result("delete"), String.join("; ", trial.words()));
		}
		catch (MappingException ex) {
			String words = String.valueOf(ex.getMessage()).replaceFirst("^Repository \\S+ can ?not be mounted: ", "");
			return line(kind.value(), "", "", "", "", "", "**refused**: " + words);
		}
	}

	private static String line(String... cells) {
		return "| " + String.join(" | ", Stream.of(cells).map((cell) -> cell.replace("|", "\\|")).toList()) + " |";
	}

	/** Maps one repository of the application, as if there were no other. */
	private static JpaDirectories directories(ConfigurableApplicationContext application, Class<?> repository) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("entityManagerFactory", application.getBean(EntityManagerFactory.class));
		beans.registerSingleton("transactionManager", application.getBean(PlatformTransactionManager.class));
		String name = application.getBeanNamesForType(repository)[0];
		beans.registerSingleton(name, application.getBean("&" + name));
		return new JpaDirectories(beans, JpaSettings.defaults(), new DatabasePermits(4, Duration.ofSeconds(10)));
	}

}
