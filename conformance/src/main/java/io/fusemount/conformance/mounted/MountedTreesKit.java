package io.fusemount.conformance.mounted;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.conformance.trees.TreesConformanceKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The {@link TreesConformanceKit} on files that a transport has mounted.
 */
@EnabledIfFuse
@TestInstance(Lifecycle.PER_CLASS)
public abstract class MountedTreesKit extends TreesConformanceKit implements MountedDirectory {

	private MountedFiles mounted;

	@BeforeAll
	void mount() {
		this.mounted = MountedFiles.belowDirectory(transport());
	}

	@AfterAll
	void unmount() {
		this.mounted.close();
	}

	@Override
	public final MountedFiles mounted() {
		return this.mounted;
	}

}
