package io.fusemount.core.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of monitors and locks in the document about the architecture.
 */
class LocksDocumentTests {

	private static final List<String> MODULES = List.of("core", "transport-device", "transport-linux", "transport-jnr",
			"data-jpa");

	private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);

	private static final Pattern LOCK = Pattern
		.compile("\\bsynchronized\\b|new (ReentrantLock|ReentrantReadWriteLock|StampedLock)\\b");

	/** Its own monitor, not the one of another class in the same package. */
	private static final Pattern OTHERS = Pattern.compile("synchronized \\(this\\.\\w+\\)");

	@Test
	void everyClassWithAMonitorOrALockIsInTheTable() throws IOException {
		Set<String> listed = new TreeSet<>();
		LockTable.rows()
			.forEach((row) -> LockTable.names(row.get(0)).forEach((name) -> listed.add(name.replaceAll(" of .*", ""))));
		assertThat(listed).containsAll(classesWithLocks());
		listed.remove("end");
		assertThat(classesWithLocks()).as("no class has lost its lock").containsAll(listed);
	}

	@Test
	void whatIsTakenStandsBelowWhatTakesIt() {
		List<List<String>> rows = LockTable.rows();
		assertThat(rows).hasSizeGreaterThan(25);
		for (int i = 0; i < rows.size(); i++) {
			Set<String> below = new TreeSet<>();
			rows.subList(i + 1, rows.size()).forEach((row) -> below.addAll(LockTable.names(row.get(0))));
			assertThat(below).as(rows.get(i).get(0)).containsAll(LockTable.names(rows.get(i).get(2)));
		}
	}

	private static Set<String> classesWithLocks() throws IOException {
		Set<String> classes = new TreeSet<>();
		for (String module : MODULES) {
			try (Stream<Path> files = Files.walk(LockTable.ROOT.resolve(module).resolve("src/main/java"))) {
				files.filter((file) -> file.toString().endsWith(".java"))
					.filter(LocksDocumentTests::hasLock)
					.forEach((file) -> classes.add(file.getFileName().toString().replace(".java", "")));
			}
		}
		return classes;
	}

	private static boolean hasLock(Path file) {
		String code = COMMENT.matcher(LockTable.read(file)).replaceAll("");
		Matcher lock = LOCK.matcher(OTHERS.matcher(code).replaceAll(""));
		return lock.find();
	}

}
