package io.fusemount.autoconfigure.takeover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.autoconfigure.mounted.MountedApplication;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/**
 * An application that is told to restart while it starts: before or after it has mounted,
 * once for each file of the test's directory that says so.
 */
@SpringBootConfiguration
@Import(MountedApplication.class)
public class SignalledApplication {

	/** The file that demands a signal before the application has mounted. */
	static final String BEFORE = "signal-before";

	/** The file that demands a signal when it has. */
	static final String AFTER = "signal-after";

	@Bean
	Object before() throws IOException, InterruptedException {
		awaitSignal(BEFORE);
		return new Object();
	}

	@Bean
	SmartLifecycle after() {
		return new StartStep(() -> {
			try {
				awaitSignal(AFTER);
			}
			catch (IOException | InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

	private static void awaitSignal(String file) throws IOException, InterruptedException {
		if (Files.deleteIfExists(Path.of(System.getProperty("test.directory"), file))) {
			new ProcessBuilder("kill", "-HUP", Long.toString(ProcessHandle.current().pid())).start().waitFor();
			while (!isStopping()) {
				Thread.sleep(10);
			}
		}
	}

	private static boolean isStopping() {
		try {
			Thread hook = new Thread();
			Runtime.getRuntime().addShutdownHook(hook);
			return !Runtime.getRuntime().removeShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			return true;
		}
	}

	/** Runs the application. */
	public static void main(String[] args) throws IOException {
		Launch.serve(SignalledApplication.class, args);
	}

}
