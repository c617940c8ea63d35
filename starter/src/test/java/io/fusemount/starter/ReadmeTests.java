package io.fusemount.starter;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.data.repository.CrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that is made of what the README says, and of nothing else.
 */
@Timeout(600)
class ReadmeTests {

	private static final String APPLICATION = """
			package com.example;

			@org.springframework.boot.autoconfigure.SpringBootApplication
			public class Application {

			}
			""";

	/** What the README calls an entity of yours. */
	private static final String CLAIM = """
			package com.example.claim;

			@jakarta.persistence.Entity
			public class Claim {

				@jakarta.persistence.Id
				Long id;

				String number;

			}

			interface ClaimRepository extends org.springframework.data.repository.Repository<Claim, Long> {

			}
			""";

	private static final Pattern TYPE = Pattern.compile("^(?:public )?(?:class|interface) (\\w+)", Pattern.MULTILINE);

	@TempDir
	Path directory;

	@Test
	@EnabledIfFuse
	void theEntityAndItsRepositoryAreADirectory() throws Exception {
		Path mountPoint = Files.createDirectory(this.directory.resolve("mnt"));
		compile(Stream.concat(Stream.of(APPLICATION, CLAIM), blocks("README.md", "java").stream()).toList());
		try (URLClassLoader classes = new URLClassLoader(new URL[] { classes().toUri().toURL() },
				getClass().getClassLoader()); ConfigurableApplicationContext application = run(classes, mountPoint)) {
			Shell shell = Shell.in(mountPoint);
			shell.check("printf scanned > contracts/lease.pdf && touch -d '2020-02-02 02:02' contracts/lease.pdf");
			CrudRepository<?, ?> contracts = (CrudRepository<?, ?>) application.getBean("contractRepository");
			assertThat(contracts.findAll()).singleElement()
				.hasFieldOrPropertyWithValue("title", "lease.pdf")
				.hasFieldOrPropertyWithValue("size", 7L);
			assertThat(shell.check("cat contracts/lease.pdf; stat -c ' %s %y' contracts/lease.pdf"))
				.startsWith("scanned 7 2020-02-02 02:02");
			assertDirectories(shell, application);
		}
	}

	private static void assertDirectories(Shell shell, ConfigurableApplicationContext application) {
		JdbcTemplate jdbc = application.getBean(JdbcTemplate.class);
		jdbc.execute("insert into claim (id, number) values (17, 'C-17'), (18, 'C-18')");
		shell.check("printf pixels > claims/C-17/photo.jpg");
		assertThat(jdbc.queryForList("select claim_id from attachment", Long.class)).containsExactly(17L);
		shell.check("inode=$(stat -c %i claims/C-17/photo.jpg) && mv claims/C-17/photo.jpg claims/C-18/"
				+ " && test $(stat -c %i claims/C-18/photo.jpg) = $inode && test \"$(cat claims/C-18/photo.jpg)\" = pixels");
		assertThat(jdbc.queryForList("select claim_id from attachment", Long.class)).containsExactly(18L);
		assertThat(shell.check("ls claims claims/C-17")).contains("C-17", "C-18").doesNotContain("photo");
	}

	private ConfigurableApplicationContext run(ClassLoader classes, Path mountPoint) throws Exception {
		Properties properties = new Properties();
		properties.load(new StringReader(blocks("README.md", "properties").get(0)));
		assertThat(properties).containsOnlyKeys("fusemount.mount-point");
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(classes);
		try {
			return new SpringApplicationBuilder(new DefaultResourceLoader(classes),
					classes.loadClass("com.example.Application"))
				.web(WebApplicationType.NONE)
				.run("--fusemount.mount-point=" + mountPoint,
						"--fusemount.spool.directory=" + this.directory.resolve("spool"),
						"--spring.datasource.url=jdbc:h2:mem:readme", "--spring.jpa.hibernate.ddl-auto=create",
						"--spring.main.register-shutdown-hook=false", "--spring.main.banner-mode=off");
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	@Test
	void theTestOfAnApplicationCompiles() throws IOException {
		compile(Stream.of(List.of(CLAIM), blocks("README.md", "java"), blocks("docs/TESTING.md", "java"))
			.flatMap(List::stream)
			.toList());
	}

	@Test
	void theDependencyIsThisModule() throws IOException {
		String pom = Files.readString(Path.of("pom.xml"));
		assertThat(blocks("README.md", "xml")).singleElement().asString().satisfies((dependency) -> {
			assertThat(pom).contains(element("artifactId", dependency)).contains(element("version", dependency));
			assertThat(blocks("README.md", "kotlin")).singleElement()
				.asString()
				.contains("\"%s:%s:%s\"".formatted(value("groupId", dependency), value("artifactId", dependency),
						value("version", dependency)));
		});
	}

	@Test
	void theDependencyOfTestsIsTheTestModule() throws IOException {
		String pom = Files.readString(Path.of("../starter-test/pom.xml"));
		assertThat(blocks("docs/TESTING.md", "xml")).singleElement()
			.asString()
			.satisfies((dependency) -> assertThat(pom).contains(element("artifactId", dependency))
				.contains(element("version", dependency)));
	}

	@Test
	void theVersionsAreThoseOfTheBuild() throws IOException {
		String pom = Files.readString(Path.of("../pom.xml"));
		String boot = value("spring-boot.version", pom);
		String oldest = value("spring-boot.version", Files.readString(Path.of("../compatibility/pom.xml")));
		assertThat(Files.readString(Path.of("../README.md")))
			.contains("Java " + value("java.version", pom) + " or newer")
			.contains("Spring Boot " + oldest + " to " + boot.substring(0, boot.lastIndexOf('.')) + " ");
	}

	private static String element(String name, String xml) {
		return "<%1$s>%2$s</%1$s>".formatted(name, value(name, xml));
	}

	private static String value(String name, String xml) {
		Matcher matcher = Pattern.compile("<" + name + ">(.*?)</" + name + ">").matcher(xml);
		assertThat(matcher.find()).as(name).isTrue();
		return matcher.group(1);
	}

	private static List<String> blocks(String page, String language) throws IOException {
		return Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(Path.of("..").resolve(page)))
			.results()
			.map((block) -> block.group(1))
			.toList();
	}

	private Path classes() {
		return this.directory.resolve("classes");
	}

	private void compile(List<String> sources) throws IOException {
		List<String> files = sources.stream().map(this::write).map(Path::toString).toList();
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter messages = new StringWriter();
		try (var fileManager = compiler.getStandardFileManager(null, null, null)) {
			List<String> options = List.of("-proc:none", "-parameters", "-classpath",
					System.getProperty("java.class.path"), "-d", Files.createDirectories(classes()).toString());
			boolean compiled = compiler
				.getTask(messages, fileManager, null, options, null,
						fileManager.getJavaFileObjects(files.toArray(String[]::new)))
				.call();
			assertThat(compiled).as(messages.toString()).isTrue();
		}
	}

	private Path write(String source) {
		Matcher type = TYPE.matcher(source);
		assertThat(type.find()).as(source).isTrue();
		try {
			return Files.writeString(this.directory.resolve(type.group(1) + ".java"), source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
