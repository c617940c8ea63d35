package io.fusemount.conformance.mounted;

import io.fusemount.conformance.programs.InMemoryRows;
import io.fusemount.conformance.programs.ObservedRows;
import io.fusemount.conformance.programs.ProgramsConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The {@link ProgramsConformanceKit} on files that a transport has mounted.
 */
@EnabledIfFuse
@TestInstance(Lifecycle.PER_CLASS)
public abstract class MountedProgramsKit extends ProgramsConformanceKit implements MountedDirectory {

	private MountedFiles mounted;

	private ObservedRows rows;

	@BeforeAll
	void mount() {
		this.mounted = MountedFiles.belowDirectory(transport());
		this.rows = new InMemoryRows(this.mounted.files());
	}

	@AfterAll
	void unmount() {
		this.mounted.close();
	}

	@Override
	public final MountedFiles mounted() {
		return this.mounted;
	}

	@Override
	public ObservedRows rows() {
		return this.rows;
	}

}
