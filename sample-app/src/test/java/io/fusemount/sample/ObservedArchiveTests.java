package io.fusemount.sample;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The archive as a Prometheus sees it, from its first scrape to its end.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ObservedArchiveTests {

	@TempDir
	static Path directory;

	private RunningArchive archive;

	private @Nullable Prometheus prometheus;

	private int files;

	@BeforeAll
	void start() throws IOException {
		this.archive = RunningArchive.start(directory);
		if (Shell.has("prometheus")) {
			this.prometheus = Prometheus.start(directory.resolve("prometheus"),
					ObserveFiles.impatientRules(directory.resolve("alerts.yml")), directory.resolve("data/password"),
					this.archive.port());
		}
	}

	@AfterAll
	void stop() {
		try {
			if (this.prometheus != null) {
				this.prometheus.close();
			}
		}
		finally {
			this.archive.close();
		}
	}

	private Prometheus prometheus() {
		assumeTrue(this.prometheus != null, "prometheus is not installed (apt-get install prometheus)");
		return Objects.requireNonNull(this.prometheus);
	}

	/** A little of everything that the dashboard shows. */
	private void load() {
		int number = this.files++ % 10;
		Shell shell = this.archive.shell();
		shell.check("ls -l customers/*/invoices documents && head -c 100000 /dev/urandom > documents/load" + number
				+ ".bin");
		shell.run("cat nothing");
		String name = "upload" + this.files + ".txt";
		this.archive.upload("documents", name, "uploaded".repeat(1000).getBytes(StandardCharsets.UTF_8));
		shell.check("cat documents/" + name + " documents/" + name);
	}

	@Test
	@Order(1)
	void theDashboardAndTheRulesUseMetricsThatThereAre() throws IOException {
		load();
		assertThat(scraped((line) -> true)).containsAll(ObserveFiles.metrics());
	}

	private Set<String> scraped(Predicate<String> wanted) {
		String scraped = new String(Objects.requireNonNull(this.archive.get("/actuator/prometheus").getBody()),
				StandardCharsets.UTF_8);
		return scraped.lines().filter(wanted).map((line) -> line.split("[{ ]")[0]).collect(Collectors.toSet());
	}

	@Test
	void eachAlertHasItsHeadingInTheRunbook() throws IOException {
		List<String> headings = Files.readAllLines(ObserveFiles.DIRECTORY.resolveSibling("docs/RUNBOOK.md"))
			.stream()
			.filter((line) -> line.startsWith("## FuseMount"))
			.toList();
		assertThat(ObserveFiles.alerts()).extracting((alert) -> "## " + alert.get("alert"))
			.containsExactlyElementsOf(headings);
		assertThat(ObserveFiles.alerts())
			.allSatisfy((alert) -> assertThat(alert.get("annotations")).hasFieldOrPropertyWithValue("runbook_url",
					"docs/RUNBOOK.md#" + String.valueOf(alert.get("alert")).toLowerCase(Locale.ROOT)));
	}

	@Test
	void thePictureShowsEveryPanelWithData() throws IOException {
		assertThat(Files.readString(ObserveFiles.DIRECTORY.resolveSibling("docs/dashboard.svg")))
			.contains(ObserveFiles.panels())
			.doesNotContain("no data");
	}

	@Test
	void eachAlertFiresAndIsSilentInTheTestsOfTheRules() throws IOException {
		assumeTrue(Shell.has("promtool"), "promtool is not installed (apt-get install prometheus)");
		Shell shell = Shell.in(ObserveFiles.DIRECTORY);
		shell.check("promtool check rules alerts.yml");
		shell.check("promtool test rules alerts_test.yml");
		List<String> tests = Files.readAllLines(ObserveFiles.DIRECTORY.resolve("alerts_test.yml"));
		assertThat(tests.stream().filter((line) -> line.startsWith("- name: ")))
			.containsExactlyElementsOf(ObserveFiles.alerts()
				.stream()
				.map((alert) -> alert.get("alert"))
				.flatMap((name) -> Stream.of("- name: " + name + " fires", "- name: " + name + " is silent"))
				.toList());
	}

	@Test
	@Order(2)
	void everyPanelOfTheDashboardHasData() throws IOException {
		Prometheus server = prometheus();
		Map<String, String> queries = ObserveFiles.queries();
		assertThat(queries).hasSizeGreaterThan(40);
		await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
			load();
			assertThat(queries).allSatisfy((panel, query) -> assertThat(server.query(query)).as(panel)
				.anyMatch((value) -> !value.equals("NaN")));
		});
		assertThat(server.firing().keySet()).isSubsetOf(alertsOfThisMachine());
	}

	@Test
	@Order(3)
	void alertsFireWhenTheDatabaseRefusesFilesAndTheyAreUnsaved() throws Exception {
		Prometheus server = prometheus();
		OutputStream file = Files.newOutputStream(this.archive.mountPoint().resolve("documents/late.txt"));
		file.write("late".getBytes(StandardCharsets.UTF_8));
		execute("alter table document rename to document_gone");
		try {
			assertThatIOException().isThrownBy(file::close);
			server.awaitFiring("FuseMountCommitsFailing");
			server.awaitFiring("FuseMountUnsavedFiles");
		}
		finally {
			execute("alter table document_gone rename to document");
		}
	}

	@Test
	@Order(4)
	void panelsOfAllInstancesShowThoseThatHaveAValue() throws IOException {
		assumeTrue(Shell.has("promtool"), "promtool is not installed (apt-get install prometheus)");
		Set<String> metrics = ObserveFiles.metrics();
		Shell spool = Shell.in(directory.resolve("data/spool"));
		spool.check("mkdir -p unsaved && mv unsaved aside && ln -s unsaved unsaved");
		try {
			// A scrape that has begun before has listed them, and others share its
			// listing.
			metrics.retainAll(
					await().until(() -> scraped((line) -> line.endsWith(" NaN")), (without) -> without.containsAll(List
						.of("fusemount_unsaved_files", "fusemount_unsaved_bytes", "fusemount_unsaved_age_seconds"))));
		}
		finally {
			spool.check("rm unsaved && mv aside unsaved");
		}
		Path tests = ObserveFiles.testsOfTwoInstances(directory.resolve("instances.yml"), metrics);
		Shell.in(directory).check("promtool test rules " + tests);
	}

	@Test
	@Order(5)
	void anAlertFiresWhenSomebodyUnmountsTheArchive() {
		Prometheus server = prometheus();
		Shell.in(directory).check("fusermount -u " + Shell.quote(this.archive.mountPoint()));
		server.awaitFiring("FuseMountNotMounted");
	}

	@Test
	@Order(6)
	void anAlertFiresWhenTheApplicationIsGone() {
		Prometheus server = prometheus();
		this.archive.close();
		server.awaitFiring("FuseMountTargetDown");
	}

	/** That the disk of this machine is nearly full is no fault of the rules. */
	private static Set<String> alertsOfThisMachine() {
		File disk = directory.toFile();
		boolean nearlyFull = disk.getUsableSpace() < 0.12 * disk.getTotalSpace();
		return nearlyFull ? Set.of("FuseMountSpoolNearlyFull") : Set.of();
	}

	private void execute(String sql) throws SQLException {
		try (Connection connection = this.archive.bean(DataSource.class).getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
