package io.fusemount.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code deploy/start} lets Java keep classes for the next start, and starts whatever is
 * wrong with them: with each Java of this machine.
 */
@ParameterizedClass
@MethodSource("installations")
class StartScriptTests {

	private static final String CLASS = Greeting.class.getName().replace('.', '/') + ".class";

	private static final String JAR = "greeting.jar";

	private static final String SAID = "Heap of 32 MB, to the world";

	/** The line of Java's log by which the class comes from what was kept. */
	private static final Pattern KEPT = Pattern
		.compile(Pattern.quote(Greeting.class.getName()) + " source: shared objects file");

	@TempDir
	private Path directory;

	private final Path java;

	StartScriptTests(Path java) {
		this.java = java;
	}

	static Stream<Path> installations() throws IOException {
		try (Stream<Path> others = Files.list(Path.of("/usr/lib/jvm"))) {
			return Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))), others.toList().stream())
				.map((home) -> home.resolve("bin/java"))
				.filter(Files::isExecutable)
				.map(StartScriptTests::real)
				.distinct();
		}
	}

	private static Path real(Path path) {
		try {
			return path.toRealPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@BeforeEach
	void build() throws Exception {
		build("original");
	}

	@Test
	void theSecondStartUsesTheClassesThatJavaHasKeptOfTheFirst() {
		requireNew(start(0));
		requireKept(start(0));
	}

	@Test
	void whatTheCommandSaysAndReturnsIsThatOfTheProgram() {
		for (int status : new int[] { 7, 0, 7 }) {
			ShellResult result = start(status);
			assertThat(result.status()).as(result.toString()).isEqualTo(status);
			assertThat(lines(result)).containsExactly(SAID);
		}
	}

	@Test
	void classesThatAreDamagedAreReplaced() throws IOException {
		start(0).requireSuccess();
		damage(kept());
		requireNew(start(0));
		requireKept(start(0));
	}

	@Test
	void classesThatWereKeptOnlyInPartAreReplaced() throws IOException {
		start(0).requireSuccess();
		Path kept = kept();
		byte[] bytes = Files.readAllBytes(kept);
		Files.delete(kept);
		Files.write(kept, Arrays.copyOf(bytes, bytes.length / 2));
		requireNew(start(0));
		requireKept(start(0));
	}

	@Test
	void classesOfAnotherJarAreReplacedThoughItsNameAndTimeAreTheSame() throws Exception {
		start(0).requireSuccess();
		build("replaced");
		requireNew(start(0));
		requireKept(start(0));
	}

	@Test
	void anExtractionThatWasInterruptedIsMadeAnew() throws IOException {
		start(0).requireSuccess();
		Files.delete(cache().resolve("jar.sha256"));
		Files.write(cache().resolve("jar").resolve(JAR), new byte[0]);
		requireNew(start(0));
		requireKept(start(0));
	}

	@Test
	void whereNothingCanBeKeptTheProgramStartsAsItIs() throws IOException {
		Files.createFile(cache());
		assertThat(lines(start(0).requireSuccess())).containsExactly(SAID);
		assertThat(cache()).isEmptyFile();
	}

	@Test
	void aProgramWithoutSpringBootStartsAsItIs() throws IOException {
		Files.copy(this.directory.resolve("classes.jar"), this.directory.resolve(JAR),
				StandardCopyOption.REPLACE_EXISTING);
		assertThat(lines(start(0).requireSuccess())).containsExactly(SAID);
	}

	/** Starts the program, which logs where its classes come from. */
	private ShellResult start(int status) {
		return Shell.in(this.directory)
			.run("%s cache %s -Xmx32m -Xlog:class+load -jar %s %d 'the world'"
				.formatted(Shell.quote(ShareServer.DEPLOY.resolve("start")), Shell.quote(this.java), JAR, status));
	}

	private static void requireNew(ShellResult result) {
		assertThat(result.requireSuccess().output()).contains(SAID);
		assertThat(loading(result)).noneMatch(KEPT.asPredicate());
	}

	private static void requireKept(ShellResult result) {
		assertThat(result.requireSuccess().output()).contains(SAID);
		assertThat(loading(result)).anyMatch(KEPT.asPredicate());
	}

	/**
	 * Up to the end of the program: Java 25 lets another process log, which keeps the
	 * classes.
	 */
	private static Stream<String> loading(ShellResult result) {
		return result.output().lines().takeWhile((line) -> !line.contains(SAID));
	}

	/** Without those of Java itself, which says when Java 25 keeps its classes. */
	private static List<String> lines(ShellResult result) {
		return result.output()
			.lines()
			.filter((line) -> !line.contains("[class,load]") && !line.contains("AOT"))
			.toList();
	}

	private Path cache() {
		return this.directory.resolve("cache");
	}

	private Path kept() throws IOException {
		try (Stream<Path> files = Files.list(cache())) {
			return files.filter((file) -> file.getFileName().toString().startsWith("classes.")).findAny().orElseThrow();
		}
	}

	/** Changes bytes in the middle, which no size and no time tells. */
	private static void damage(Path file) throws IOException {
		FileTime time = Files.getLastModifiedTime(file);
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(new byte[4096]), channel.size() / 2);
		}
		Files.setLastModifiedTime(file, time);
	}

	/** With the libraries by which a jar is extracted. */
	private void build(String resource) throws Exception {
		Path classes = this.directory.resolve("classes.jar");
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(classes), manifest());
				InputStream source = Objects.requireNonNull(Greeting.class.getResourceAsStream("/" + CLASS))) {
			out.putNextEntry(new JarEntry(resource));
			out.closeEntry();
			out.putNextEntry(new JarEntry(CLASS));
			source.transferTo(out);
			out.closeEntry();
		}
		List<Path> libraries = List.of(ExecutableJar.root(SpringApplication.class),
				ExecutableJar.root(ClassUtils.class), ExecutableJar.root(LogFactory.class));
		Path jar = this.directory.resolve(JAR);
		Repackager repackager = new Repackager(classes.toFile());
		repackager.setMainClass(Greeting.class.getName());
		repackager.repackage(jar.toFile(), (callback) -> {
			for (Path library : libraries) {
				callback.library(new Library(library.toFile(), LibraryScope.RUNTIME));
			}
		});
		Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
	}

	private static Manifest manifest() {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Greeting.class.getName());
		return manifest;
	}

}
