package io.fusemount.autoconfigure.stop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;

/**
 * Classes that are needed to store open files, to unmount, and to report failures of
 * both. They are loaded at start, because the jar may have been replaced by then: many
 * deployments copy a new jar over the one that runs, and classes that were not loaded
 * before cannot be loaded from the new one.
 * <p>
 * These are all classes of FuseMount, and those classes of libraries that tests have seen
 * loaded between SIGTERM and the end of the JVM.
 */
public final class StopClasses {

	/** One name a line; a test of the sample reports names that are missing. */
	private static final String RECORDED = "stop-classes.txt";

	private static final List<String> OWN = List.of("core", "data", "transport", "autoconfigure");

	private static final ClassLoader CLASS_LOADER = StopClasses.class.getClassLoader();

	private static final AtomicBoolean loaded = new AtomicBoolean();

	private StopClasses() {
	}

	/**
	 * Loads the classes, if nobody has done so. None of them is initialized, and those of
	 * libraries that are not there are left out.
	 */
	public static void load() {
		if (loaded.compareAndSet(false, true)) {
			own().forEach(StopClasses::load);
			recorded().forEach(StopClasses::load);
		}
	}

	private static void load(String name) {
		try {
			Class.forName(name, false, CLASS_LOADER);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			// Without its library, the stop does not need it either.
		}
	}

	private static List<String> own() {
		PathMatchingResourcePatternResolver resolver = new PathMatchingResourcePatternResolver(CLASS_LOADER);
		List<String> names = new ArrayList<>();
		try {
			for (String part : OWN) {
				String root = "io/fusemount/" + part + "/";
				for (Resource resource : resolver.getResources("classpath*:" + root + "**/*.class")) {
					String path = resource.getURL().getPath();
					String name = path.substring(path.lastIndexOf(root), path.length() - ".class".length());
					names.add(ClassUtils.convertResourcePathToClassName(name));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return names;
	}

	private static List<String> recorded() {
		try (InputStream resource = StopClasses.class.getResourceAsStream(RECORDED)) {
			return (resource != null)
					? new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8)).lines().toList()
					: List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
