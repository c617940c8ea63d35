package io.fusemount.test;

import java.nio.file.Path;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(properties = { "fusemount.mount-point=/proc/none", "fusemount.spool.directory=/proc/none",
		"fusemount.fail-fast=false" })
class ExplicitMountPointTests {

	@Test
	void aMountPointThatTheTestItselfSetsIsTaken(@Autowired MountRegistry registry) {
		assertThat(registry.mounts()).singleElement()
			.returns(Path.of("/proc/none"), (mount) -> mount.options().mountPoint())
			.returns(MountState.FAILED, Mount::state);
	}

}
