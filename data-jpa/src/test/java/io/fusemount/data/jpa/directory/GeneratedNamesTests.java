package io.fusemount.data.jpa.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.directory.texts.Page;
import io.fusemount.data.jpa.directory.texts.PageRepository;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No row vanishes, no two share a name, each is found again by its name, whatever the
 * application has put into the column. The alphabet is small, so that what could collide
 * does.
 */
class GeneratedNamesTests {

	private static final List<@Nullable String> PARTS = List.of("x", "X", "~", "~", "~1", "~2", "~%ED%A0%80%ED%B0%80~",
			"~%ED%A0%80%ED%B0%80~3", "%C0%80", "%ED%A0%80", ".", ".t", "/", "%", "%25", "%2F", "é", "1", "2", "\n",
			"y".repeat(250), "é".repeat(120), ".".repeat(40));

	private static final List<String> IDS = List.of("1", "2", "3", "~", "~1", "1~1", ".t", "a.b", "%", "+", " ", "é",
			"01", "z".repeat(200), "z".repeat(199) + "~", "/", "%25~3");

	static Stream<String> databases() {
		Stream<String> others = Stream.of("jdbc:h2:mem:names;DB_CLOSE_DELAY=-1",
				"jdbc:h2:mem:ignorecase;IGNORECASE=TRUE", Postgres.createDatabase("names"));
		return MariaDbServer.isInstalled() ? Stream.concat(others,
				Stream.of(MariaDbServer.shared().createDatabase("names", MariaDbServer.INEXACT))) : others;
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("Text that cannot be a name is percent-encoded reversibly, and no row is hidden because of its name.")
	void everyRowHasANameOfItsOwnAndIsFoundByIt(String url) {
		try (ConfigurableApplicationContext application = TestDatabase.start(url, TextsApplication.class)) {
			JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, 3, Duration.ofSeconds(10), 10);
			Directory directory = Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(), settings,
					new DatabasePermits(1, Duration.ofSeconds(1)))
				.directories()
				.get("pages"));
			for (int seed = 0; seed < 150; seed++) {
				check(directory, application.getBean(PageRepository.class), new Random(seed));
			}
		}
	}

	private static void check(Directory directory, PageRepository pages, Random random) {
		pages.deleteAllInBatch();
		int rows = 1 + random.nextInt(10);
		List<String> ids = new ArrayList<>(IDS);
		Collections.shuffle(ids, random);
		List<Page> saved = new ArrayList<>();
		@Nullable String previous = null;
		for (int i = 0; i < rows; i++) {
			previous = text(random, previous);
			saved.add(new Page(ids.get(i), previous));
		}
		pages.saveAll(saved);
		Map<Name, NodeKey> listed = list(directory);
		assertThat(listed.values()).as(saved.toString()).doesNotHaveDuplicates().hasSize(rows);
		listed.forEach((name, key) -> {
			Node found = directory.find(name);
			assertThat(found).as("%s in %s of %s", name, listed, saved).isNotNull();
			assertThat(Objects.requireNonNull(found).key()).as("%s in %s", name, listed).isEqualTo(key);
		});
	}

	private static @Nullable String text(Random random, @Nullable String previous) {
		if (random.nextInt(10) == 0) {
			return null;
		}
		if (previous != null && random.nextInt(3) == 0) {
			return previous;
		}
		StringBuilder text = new StringBuilder();
		for (int i = random.nextInt(5); i > 0; i--) {
			text.append(PARTS.get(random.nextInt(PARTS.size())));
		}
		return text.toString();
	}

	private static Map<Name, NodeKey> list(Directory directory) {
		Map<Name, NodeKey> listed = new LinkedHashMap<>();
		@Nullable String position = null;
		do {
			DirectoryPage page = directory.list(position);
			for (DirectoryEntry entry : page.entries()) {
				assertThat(listed.put(entry.name(), entry.node().key())).as(entry.name().value()).isNull();
			}
			position = page.next();
		}
		while (position != null);
		return listed;
	}

}
