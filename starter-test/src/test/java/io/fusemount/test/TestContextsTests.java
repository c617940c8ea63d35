package io.fusemount.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contexts of several tests, which are alive at once.
 */
class TestContextsTests {

	@Test
	void eachHasAMountPointAndASpoolOfItsOwnWhichGoWithIt() throws IOException {
		TestContext one = new TestContextManager(One.class).getTestContext();
		TestContext other = new TestContextManager(Other.class).getTestContext();
		Path spool = spool(one.getApplicationContext());
		Path otherSpool = spool(other.getApplicationContext());
		assertThat(mountPoint(one)).isNotEqualTo(mountPoint(other));
		assertThat(spool).isDirectory().isNotEqualTo(otherSpool);
		one.getApplicationContext().getBean(FuseMountFiles.class).write("notes/a.txt", "one");
		one.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
		assertThat(Files.exists(Objects.requireNonNull(spool.getParent()))).isFalse();
		assertThat(otherSpool).isDirectory();
		other.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
		assertThat(Files.exists(Objects.requireNonNull(otherSpool.getParent()))).isFalse();
	}

	@Test
	void thoseThatAskForTheSameAreOne() {
		TestContext one = new TestContextManager(One.class).getTestContext();
		TestContext same = new TestContextManager(Same.class).getTestContext();
		assertThat(same.getApplicationContext()).isSameAs(one.getApplicationContext());
		one.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
	}

	private static Path mountPoint(TestContext test) {
		Mount mount = test.getApplicationContext().getBean(MountRegistry.class).find("default");
		return Objects.requireNonNull(mount).options().mountPoint();
	}

	private static Path spool(ApplicationContext context) {
		return Path.of(context.getBean(Environment.class).getRequiredProperty("fusemount.spool.directory"));
	}

	@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:one")
	@AutoConfigureFuseMount
	static class One {

	}

	@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:one")
	@AutoConfigureFuseMount
	static class Same {

	}

	@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:other")
	@AutoConfigureFuseMount(transport = FuseMountTransport.MEMORY)
	static class Other {

	}

}
