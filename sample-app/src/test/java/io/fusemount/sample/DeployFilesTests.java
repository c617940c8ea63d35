package io.fusemount.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

import org.springframework.boot.convert.DurationStyle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The files in {@code deploy} are what their programs read, and fit the application and
 * each other.
 */
class DeployFilesTests {

	/** The time that the application may take to end: first its files, then the rest. */
	private static final Duration END = Duration.ofSeconds(20 + 30);

	/** What {@code docs/DEPLOYING.md} says to have a mount namespace or no privileges. */
	private static final List<String> HIDING = List.of("PrivateTmp", "PrivateDevices", "PrivateMounts", "PrivateIPC",
			"PrivateNetwork", "ProtectSystem", "ProtectHome", "ProtectKernel", "ProtectControlGroups", "ProtectProc",
			"ProcSubset", "ReadWritePaths", "ReadOnlyPaths", "InaccessiblePaths", "DynamicUser", "LogNamespace",
			"IPCNamespacePath", "NetworkNamespacePath", "PrivatePIDs", "PrivateBPF", "BindLogSockets",
			"NoNewPrivileges");

	private static final List<String> UNPRIVILEGED = List.of("SystemCall", "RestrictAddressFamilies",
			"RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality", "ProtectClock",
			"ProtectHostname", "MemoryDenyWriteExecute");

	@TempDir
	private Path directory;

	private static List<String> lines(String file) throws IOException {
		return Files.readAllLines(ShareServer.DEPLOY.resolve(file));
	}

	private static Map<String, String> settings(String file) throws IOException {
		Map<String, String> settings = new HashMap<>();
		for (String line : lines(file)) {
			if (line.matches("[A-Za-z]+=.*")) {
				settings.merge(line.split("=", 2)[0], line.split("=", 2)[1], (one, other) -> one + " " + other);
			}
		}
		return settings;
	}

	@ParameterizedTest
	@CsvSource({ "archive, seccomp.conf", "archive@, side-by-side.conf" })
	void systemdReadsTheUnit(String name, String more) throws IOException {
		assumeTrue(Shell.has("systemd-analyze"), "systemd-analyze is not installed (apt-get install systemd)");
		String unit = Files.readString(ShareServer.DEPLOY.resolve("systemd/archive.service"))
			// The programs of this machine may be elsewhere.
			.replace("/usr/local/lib/archive/start", "/bin/sh");
		Path dropIns = Files.createDirectory(this.directory.resolve(name + ".service.d"));
		Files.copy(ShareServer.DEPLOY.resolve("systemd").resolve(more), dropIns.resolve(more));
		Path file = Files.writeString(this.directory.resolve(name + ".service"), unit);
		ShellResult result = Shell.in(this.directory)
			.run("SYSTEMD_LOG_LEVEL=warning systemd-analyze verify --man=no " + Shell.quote(file) + " 2>&1");
		assertThat(result.output()).doesNotContain(name, more);
		assertThat(result.isSuccess()).as(result.output()).isTrue();
	}

	/** Two processes with one cache would remove each other's classes. */
	@Test
	void instancesSideBySideHaveTheStateInCommonAndNotTheCacheNorThePort() throws IOException {
		Map<String, String> unit = settings("systemd/archive.service");
		assertThat(unit).containsEntry("StateDirectory", "archive").containsEntry("CacheDirectory", "%N");
		assertThat(unit.get("ExecStart")).contains("start %C/%N/classes ", "-Djava.io.tmpdir=%C/%N ")
			.doesNotContain("%C/archive");
		assertThat(unit.get("Environment")).contains("FUSEMOUNT_DATA=%S/archive");
		assertThat(settings("systemd/side-by-side.conf")).isEqualTo(Map.of("Environment", "SERVER_PORT=%i"));
	}

	/** The status that the application writes has these words. */
	@Test
	void theUnitHasStartedWhenItsOwnProcessServesTheMount() throws IOException {
		assertThat(settings("systemd/archive.service").get("ExecStartPost"))
			.contains("\"by process $MAINPID$\" /srv/archive/.fusemount/status");
	}

	@Test
	void theUnitShowsItsMountToOthersAndLetsFusermountMount() throws IOException {
		assertThat(settings("systemd/archive.service").keySet())
			.noneMatch((name) -> Stream.concat(HIDING.stream(), UNPRIVILEGED.stream()).anyMatch(name::startsWith));
		assertThat(settings("systemd/seccomp.conf").keySet()).isNotEmpty()
			.noneMatch((name) -> HIDING.stream().anyMatch(name::startsWith));
		String page = Files.readString(ShareServer.DEPLOY.resolveSibling("docs/DEPLOYING.md"));
		assertThat(page).contains(HIDING).contains(UNPRIVILEGED);
	}

	/** Each of them alone would make a restart an end, or hold it up. */
	@Test
	void theUnitHoldsWhatTheApplicationLeavesToTheNextProcess() throws IOException {
		Map<String, String> unit = settings("systemd/archive.service");
		assertThat(unit).containsEntry("NotifyAccess", "main")
			.containsEntry("RestartKillSignal", "SIGHUP")
			.containsEntry("KillMode", "mixed")
			.containsEntry("SuccessExitStatus", "143 129")
			.containsEntry("RestartForceExitStatus", "129")
			.doesNotContainKey("KillSignal");
		assertThat(Integer.parseInt(Objects.requireNonNull(unit.get("FileDescriptorStoreMax"))))
			.isGreaterThanOrEqualTo(3);
	}

	@Test
	void whateverRunsItGivesItTheTimeToEnd() throws IOException {
		assertThat(DurationStyle
			.detectAndParse(Objects.requireNonNull(settings("systemd/archive.service").get("TimeoutStopSec"))))
			.isGreaterThan(END);
		Map<String, Object> service = at(yaml("container/compose.yaml"), "services", "archive");
		assertThat(DurationStyle.detectAndParse(String.valueOf(service.get("stop_grace_period")))).isGreaterThan(END);
		for (String file : List.of("kubernetes/sidecar.yaml", "kubernetes/node-agent.yaml")) {
			assertThat((Integer) at(yaml(file), "spec", "template", "spec").get("terminationGracePeriodSeconds"))
				.isGreaterThan((int) END.toSeconds());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "kubernetes/sidecar.yaml", "kubernetes/node-agent.yaml" })
	void onlyPrivilegedContainersPassOnTheirMounts(String file) throws IOException {
		Map<String, Object> pod = at(yaml(file), "spec", "template", "spec");
		List<Map<String, Object>> containers = Stream.of("initContainers", "containers")
			.flatMap((name) -> list(pod, name).stream())
			.toList();
		List<Map<String, Object>> mounting = containers.stream()
			.filter((container) -> list(container, "volumeMounts").stream()
				.anyMatch((mount) -> "Bidirectional".equals(mount.get("mountPropagation"))))
			.toList();
		assertThat(mounting).singleElement()
			.satisfies((container) -> assertThat(at(container, "securityContext")).containsEntry("privileged", true)
				.doesNotContainKey("allowPrivilegeEscalation"))
			.satisfies((container) -> assertThat(at(container, "readinessProbe", "httpGet")).containsEntry("path",
					"/actuator/health/mounted"))
			.satisfies((container) -> assertThat(at(container, "resources", "limits")).containsKey("memory"));
	}

	/** The kubelet would let a group write to the data, and the archive refuses them. */
	@ParameterizedTest
	@ValueSource(strings = { "kubernetes/sidecar.yaml", "kubernetes/node-agent.yaml" })
	void nobodyButTheUserOfTheArchiveReachesItsData(String file) throws IOException {
		assertThat(Files.readString(ShareServer.DEPLOY.resolve(file))).doesNotContain("fsGroup: ")
			.contains("chown 10001:10001 /srv/archive /var/lib/archive");
	}

	/** Its capability to mount does not let fusermount3 enter what only the user may. */
	@ParameterizedTest
	@ValueSource(strings = { "../docs/DEPLOYING.md", "container/compose.yaml", "container/Containerfile" })
	void fusermountMayEnterTheMountPoint(String file) throws IOException {
		assertThat(lines(file).stream()
			.flatMap((line) -> Stream.of(line.split("&&")))
			.filter((command) -> command.contains("install -d ") && command.contains("/srv/archive/files")))
			.singleElement()
			.asString()
			.contains(" -m 711 ");
	}

	@Test
	void composeReadsItsFile() throws IOException {
		Map<String, Object> archive = at(yaml("container/compose.yaml"), "services", "archive");
		assertThat(archive).containsEntry("cap_add", List.of("SYS_ADMIN")).containsEntry("cap_drop", List.of("ALL"));
		assumeTrue(Shell.has("docker-compose"), "docker-compose is not installed (apt-get install docker-compose)");
		Shell.in(ShareServer.DEPLOY.resolve("container"))
			.check("DATABASE_PASSWORD=a ARCHIVE_PASSWORD=b docker-compose -f compose.yaml config -q");
	}

	private static Map<String, Object> yaml(String file) throws IOException {
		return new Yaml().load(Files.readString(ShareServer.DEPLOY.resolve(file)));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> at(Map<String, Object> map, String... names) {
		Map<String, Object> found = map;
		for (String name : names) {
			found = (Map<String, Object>) Objects.requireNonNull(found.get(name), name);
		}
		return found;
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> list(Map<String, Object> map, String name) {
		return (List<Map<String, Object>>) map.getOrDefault(name, List.of());
	}

}
