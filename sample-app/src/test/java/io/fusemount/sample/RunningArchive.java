package io.fusemount.sample;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

import io.fusemount.conformance.shell.Shell;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The sample application as its users run it: a port and a directory. By default, its
 * mount point and all its data are below one directory.
 */
final class RunningArchive implements AutoCloseable {

	private static final ParameterizedTypeReference<List<Map<String, Object>>> ITEMS = new ParameterizedTypeReference<>() {
	};

	private final Path mountPoint;

	private final ConfigurableApplicationContext application;

	private final RestClient http;

	private RunningArchive(RunningArchive archive, String user) {
		this.mountPoint = archive.mountPoint;
		this.application = archive.application;
		this.http = http(user, archive.setting("archive.logins." + user + ".password"));
	}

	private RunningArchive(Path directory, String... settings) {
		this.mountPoint = directory.resolve("mnt");
		Stream<String> own = Stream.of("--server.port=0", "--FUSEMOUNT_MOUNT_POINT=" + this.mountPoint,
				"--FUSEMOUNT_DATA=" + directory.resolve("data"), "--spring.main.register-shutdown-hook=false",
				"--spring.main.banner-mode=off");
		this.application = new SpringApplicationBuilder(SampleApplication.class)
			.run(Stream.concat(own, Stream.of(settings)).toArray(String[]::new));
		this.http = http("archive", password());
	}

	private RestClient http(String user, String password) {
		return RestClient.builder()
			.baseUrl("http://127.0.0.1:" + port())
			.defaultHeaders((headers) -> headers.setBasicAuth(user, password))
			.defaultStatusHandler((status) -> true, (request, response) -> {
				// Each test looks at the status itself.
			})
			.build();
	}

	/**
	 * Starts the archive.
	 * @param settings what differs from the defaults, as on the command line
	 */
	static RunningArchive start(Path directory, String... settings) {
		return new RunningArchive(directory, settings);
	}

	int port() {
		return this.application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	String password() {
		return setting("spring.security.user.password");
	}

	private String setting(String name) {
		return this.application.getEnvironment().getRequiredProperty(name).replace("{noop}", "");
	}

	/** The same archive as another user sees it by HTTP. */
	RunningArchive as(String user) {
		return new RunningArchive(this, user);
	}

	<T> T bean(Class<T> type) {
		return this.application.getBean(type);
	}

	Path mountPoint() {
		return this.mountPoint;
	}

	/** A shell in the mount. */
	Shell shell() {
		return Shell.in(this.mountPoint);
	}

	List<Map<String, Object>> items(String collection) {
		List<Map<String, Object>> items = this.http.get().uri("/api/" + collection).retrieve().body(ITEMS);
		return (items != null) ? items : List.of();
	}

	/** The item of this name in the list of a collection. */
	Map<String, Object> item(String collection, String name) {
		return items(collection).stream()
			.filter((item) -> name.equals(item.get("name")))
			.findFirst()
			.orElseThrow(() -> new NoSuchElementException(name));
	}

	ResponseEntity<String> upload(String collection, String name, byte[] content) {
		return submit("/api/" + collection, name, content);
	}

	/** Sends a file as the form of a page does. */
	ResponseEntity<String> submit(String path, String name, byte[] content) {
		MultiValueMap<String, HttpEntity<?>> parts = new LinkedMultiValueMap<>();
		parts.add("file", new HttpEntity<>(new ByteArrayResource(content) {

			@Override
			public String getFilename() {
				return name;
			}

		}));
		return this.http.post().uri(path).body(parts).retrieve().toEntity(String.class);
	}

	/** Sends a form without a file. */
	ResponseEntity<String> submit(String path, String name, String value) {
		MultiValueMap<String, String> fields = new LinkedMultiValueMap<>();
		fields.add(name, value);
		return this.http.post().uri(path).body(fields).retrieve().toEntity(String.class);
	}

	/**
	 * Waits until no file is open: the kernel says that the last handle is closed after
	 * {@code close} has returned.
	 */
	void awaitAllClosed() {
		await().atMost(Duration.ofMinutes(2))
			.untilAsserted(() -> assertThat(get("/actuator/prometheus").getBody()).asString(StandardCharsets.UTF_8)
				.contains("fusemount_handles{mount=\"default\"} 0.0"));
	}

	ResponseEntity<byte[]> get(String path) {
		return this.http.get().uri(path).retrieve().toEntity(byte[].class);
	}

	ResponseEntity<byte[]> post(String path, String json) {
		return send(HttpMethod.POST, path, json);
	}

	ResponseEntity<byte[]> send(HttpMethod method, String path, String json) {
		return this.http.method(method)
			.uri(path)
			.contentType(MediaType.APPLICATION_JSON)
			.body(json)
			.retrieve()
			.toEntity(byte[].class);
	}

	ResponseEntity<Void> send(HttpMethod method, String path) {
		return this.http.method(method).uri(path).retrieve().toBodilessEntity();
	}

	@Override
	public void close() {
		this.application.close();
	}

}
