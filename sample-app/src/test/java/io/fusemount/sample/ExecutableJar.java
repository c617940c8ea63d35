package io.fusemount.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/**
 * Makes executable jars of the sample and the classes of the tests, as the build makes
 * its jar later.
 */
final class ExecutableJar {

	private final Path workspace;

	ExecutableJar(Path workspace) {
		this.workspace = workspace;
	}

	/** Makes one with its libraries in the order of the class path. */
	Path make(String name, Class<?>... tests) throws Exception {
		return make(name, libraries(), tests);
	}

	/** Makes one that has everything at another place. */
	Path makeAnother(String name, Class<?>... tests) throws Exception {
		List<Path> libraries = libraries();
		Collections.reverse(libraries);
		return make(name, libraries, tests);
	}

	private Path make(String name, List<Path> libraries, Class<?>... tests) throws Exception {
		Path jar = this.workspace.resolve(name);
		Repackager repackager = new Repackager(application(name, tests).toFile());
		repackager.setMainClass(SampleApplication.class.getName());
		repackager.repackage(jar.toFile(), (callback) -> {
			for (Path library : libraries) {
				callback.library(new Library(library.toFile(), LibraryScope.RUNTIME));
			}
		});
		return jar;
	}

	private Path application(String name, Class<?>... tests) throws Exception {
		Path application = this.workspace.resolve("classes-" + name);
		try (JarOutputStream out = open(application)) {
			addAll(root(SampleApplication.class), out);
			for (Class<?> test : tests) {
				add(root(test), root(test).resolve(test.getName().replace('.', '/') + ".class"), out);
			}
		}
		return application;
	}

	/** Modules of this build are directories there. */
	private List<Path> libraries() throws Exception {
		List<Path> libraries = new ArrayList<>();
		List<Path> without = List.of(root(SampleApplication.class), root(ExecutableJar.class));
		for (String entry : System.getProperty("java.class.path").split(":")) {
			Path path = Path.of(entry);
			if (Files.isRegularFile(path)) {
				libraries.add(path);
			}
			else if (Files.isDirectory(path) && !without.contains(path)) {
				libraries.add(packed(path));
			}
		}
		return libraries;
	}

	private Path packed(Path directory) throws IOException {
		Path module = directory.getName(directory.getNameCount() - 3);
		Path jar = this.workspace.resolve("fusemount-" + module + ".jar");
		try (JarOutputStream out = open(jar)) {
			addAll(directory, out);
		}
		return jar;
	}

	private static JarOutputStream open(Path jar) throws IOException {
		OutputStream file = Files.newOutputStream(jar);
		return new JarOutputStream(file);
	}

	/** With entries for directories, as Maven and Gradle write them. */
	private static void addAll(Path root, JarOutputStream out) throws IOException {
		try (Stream<Path> files = Files.walk(root)) {
			for (Path file : files.filter((each) -> !each.equals(root)).sorted().toList()) {
				if (Files.isDirectory(file)) {
					out.putNextEntry(new JarEntry(root.relativize(file) + "/"));
					out.closeEntry();
				}
				else {
					add(root, file, out);
				}
			}
		}
	}

	private static void add(Path root, Path file, JarOutputStream out) throws IOException {
		out.putNextEntry(new JarEntry(root.relativize(file).toString()));
		Files.copy(file, out);
		out.closeEntry();
	}

	/** Returns the jar or the directory of a class. */
	static Path root(Class<?> type) throws URISyntaxException {
		return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
	}

}
