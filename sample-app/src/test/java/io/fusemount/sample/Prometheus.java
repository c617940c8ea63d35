package io.fusemount.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;

import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Prometheus that scrapes an archive every second. All that it writes goes into a
 * directory, and nothing of it outlives the test, or its JVM, however that ends.
 */
final class Prometheus implements AutoCloseable {

	private static final String CONFIGURATION = """
			global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
			rule_files: [%s]
			scrape_configs:
			- job_name: archive
			  metrics_path: /actuator/prometheus
			  basic_auth: {username: archive, password_file: %s}
			  static_configs: [{targets: ['127.0.0.1:%d']}]
			""";

	/** The process at the other end of the standard input keeps it alive. */
	private static final String SCRIPT = """
			exec 3<&0
			(read -r end <&3; kill -KILL $$) &
			exec prometheus "$@" </dev/null 3<&-
			""";

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final Process process;

	private final Path log;

	private final RestClient http;

	private Prometheus(Process process, Path log, int port) {
		this.process = process;
		this.log = log;
		SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
		requests.setConnectTimeout(PATIENCE);
		requests.setReadTimeout(PATIENCE);
		this.http = RestClient.builder().requestFactory(requests).baseUrl("http://127.0.0.1:" + port).build();
	}

	static Prometheus start(Path directory, Path rules, Path password, int target) throws IOException {
		Files.createDirectories(directory);
		Path configuration = Files.writeString(directory.resolve("prometheus.yml"),
				CONFIGURATION.formatted(rules, password, target));
		Path log = directory.resolve("log");
		int port = freePort();
		// Not inherited, because a reader of the tests' output would wait for the end of
		// the process.
		Process process = new ProcessBuilder("sh", "-c", SCRIPT, "sh", "--config.file=" + configuration,
				"--storage.tsdb.path=" + directory.resolve("tsdb"), "--web.listen-address=127.0.0.1:" + port)
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		Prometheus prometheus = new Prometheus(process, log, port);
		try {
			await().atMost(Duration.ofSeconds(60)).until(prometheus::isReady);
			return prometheus;
		}
		catch (RuntimeException ex) {
			prometheus.close();
			throw ex;
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	private boolean isReady() throws IOException {
		assertThat(this.process.isAlive()).as(Files.readString(this.log)).isTrue();
		try {
			return this.http.get().uri("/-/ready").retrieve().toBodilessEntity().getStatusCode().is2xxSuccessful();
		}
		catch (RestClientException ex) {
			return false;
		}
	}

	/** The values of a query now, as text: NaN is one of them. */
	List<String> query(String expression) {
		return JsonPath.read(get("/api/v1/query?query={expression}", expression), "$.data.result[*].value[1]");
	}

	/** The names of the alerts that fire, with the addresses of what to do. */
	Map<String, String> firing() {
		List<Map<String, Object>> alerts = JsonPath.read(get("/api/v1/alerts"),
				"$.data.alerts[?(@.state == 'firing')]");
		return alerts.stream()
			.collect(Collectors.toMap((alert) -> JsonPath.<String>read(alert, "$.labels.alertname"),
					(alert) -> JsonPath.<String>read(alert, "$.annotations.runbook_url"), (one, other) -> one));
	}

	void awaitFiring(String alert) {
		await().atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(200))
			.untilAsserted(() -> assertThat(firing()).containsEntry(alert,
					"docs/RUNBOOK.md#" + alert.toLowerCase(Locale.ROOT)));
	}

	private String get(String path, Object... variables) {
		return String.valueOf(this.http.get().uri(path, variables).retrieve().body(String.class));
	}

	@Override
	public void close() {
		try {
			this.process.getOutputStream().close();
			assertThat(this.process.waitFor(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
