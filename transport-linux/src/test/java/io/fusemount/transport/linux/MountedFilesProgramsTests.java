package io.fusemount.transport.linux;

import java.nio.file.Path;

import io.fusemount.conformance.programs.InMemoryRows;
import io.fusemount.conformance.programs.ObservedRows;
import io.fusemount.conformance.programs.ProgramsConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Files in memory, in a directory that programs could have made, seen through the kernel.
 */
@EnabledIfFuse
class MountedFilesProgramsTests extends ProgramsConformanceKit {

	private static MountedFiles mounted;

	private static ObservedRows rows;

	@BeforeAll
	static void mount() {
		mounted = MountedFiles.belowDirectory(new LinuxTransport());
		rows = new InMemoryRows(mounted.files());
	}

	@AfterAll
	static void unmount() {
		mounted.close();
	}

	@Override
	public Path directory() {
		return mounted.directory();
	}

	@Override
	public ObservedRows rows() {
		return rows;
	}

	@Override
	public boolean hasSubdirectories() {
		return true;
	}

}
