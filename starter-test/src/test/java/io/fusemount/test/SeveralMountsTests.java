package io.fusemount.test;

import java.io.IOException;
import java.util.List;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * An application with a mount in addition to the one of its properties.
 */
@SpringBootTest(properties = { "spring.datasource.url=jdbc:h2:mem:several", "fusemount.mounts.reports.umask=077" })
@AutoConfigureFuseMount
class SeveralMountsTests {

	@Test
	void eachHasFilesOfItsOwn(@Autowired FuseMountFiles files) throws IOException {
		files.write("notes/a.txt", "one");
		assertThat(files.list("")).containsExactly("notes");
		assertThat(files.mount("reports").list("")).isEmpty();
		assertThat(files.mount("default").readString("notes/a.txt")).isEqualTo("one");
		assertThatIllegalArgumentException().isThrownBy(() -> files.mount("other").list(""))
			.withMessage("There is no mount 'other', only default, reports");
	}

	@Test
	void noneIsMountedUnlessATestAsks() {
		TestContext test = new TestContextManager(Unasked.class).getTestContext();
		assertThat(test.getApplicationContext().getBean(MountRegistry.class).mounts()).isEmpty();
	}

	@Test
	void oneThatTheTestItselfSetsIsTaken() {
		TestContext test = new TestContextManager(Explicit.class).getTestContext();
		List<Mount> mounts = test.getApplicationContext().getBean(MountRegistry.class).mounts();
		assertThat(mounts).extracting((mount) -> mount.options().mountPoint().toString()).containsExactly("/proc/none");
	}

	@SpringBootTest(args = "--fusemount.mounts.reports.umask=077")
	static class Unasked {

	}

	@SpringBootTest(properties = { "fusemount.mounts.reports.mount-point=/proc/none",
			"fusemount.mounts.reports.spool.directory=/proc/none", "fusemount.fail-fast=false" })
	static class Explicit {

	}

}
