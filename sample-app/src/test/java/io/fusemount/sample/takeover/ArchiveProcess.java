package io.fusemount.sample.takeover;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.sample.SampleApplication;

/**
 * How the sample application is started as a process of its own, with its mount point and
 * its data in one directory.
 */
final class ArchiveProcess {

	private ArchiveProcess() {
	}

	/**
	 * Prepares the process.
	 * @param log receives what it says
	 * @param runner the command that runs it, empty for none
	 * @param settings what differs from the defaults, as on the command line
	 */
	static ProcessBuilder prepare(Path directory, Path log, List<String> runner, List<String> settings) {
		List<String> command = new ArrayList<>(runner);
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				SampleApplication.class.getName(), "--spring.main.banner-mode=off"));
		command.addAll(settings);
		if (settings.stream().noneMatch((setting) -> setting.startsWith("--server.port="))) {
			command.add("--server.port=0");
		}
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.redirectInput(new File("/dev/null"));
		builder.environment().put("FUSEMOUNT_MOUNT_POINT", directory.resolve("mnt").toString());
		builder.environment().put("FUSEMOUNT_DATA", directory.resolve("data").toString());
		return builder;
	}

}
