package io.fusemount.autoconfigure.tree;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.programs.ObservedRows;
import io.fusemount.conformance.programs.SavingConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfFuse
class H2SubdirectorySavingTests extends SavingConformanceKit {

	@TempDir
	static Path directory;

	static Subdirectory subdirectory;

	@BeforeAll
	static void start() throws IOException {
		subdirectory = new Subdirectory(directory);
	}

	@AfterAll
	static void stop() {
		subdirectory.close();
	}

	@Override
	public Path directory() {
		return subdirectory.path();
	}

	@Override
	public ObservedRows rows() {
		return subdirectory.rows();
	}

	@Override
	public boolean hasSubdirectories() {
		return true;
	}

}
