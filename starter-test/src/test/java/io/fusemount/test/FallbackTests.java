package io.fusemount.test;

import java.io.IOException;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.Transport;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A machine that cannot mount.
 */
class FallbackTests {

	@Test
	void theFilesAreInMemoryWhereNothingCanBeMounted() throws IOException {
		TestContext test = new TestContextManager(AnyTransport.class).getTestContext();
		FuseMountFiles files = test.getApplicationContext().getBean(FuseMountFiles.class);
		assertThat(files.isMounted()).isFalse();
		files.write("notes/a.txt", "one");
		assertThat(files.readString("notes/a.txt")).isEqualTo("one");
		test.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
	}

	@Test
	void theApplicationDoesNotStartThereIfTheTestNeedsTheKernel() {
		TestContext test = new TestContextManager(Kernel.class).getTestContext();
		assertThatIllegalStateException().isThrownBy(test::getApplicationContext)
			.havingRootCause()
			.isInstanceOf(MountException.class)
			.withMessage("No device");
	}

	@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:any")
	@AutoConfigureFuseMount
	static class AnyTransport {

		@TestConfiguration
		static class WithoutDevice {

			@Bean
			Transport transport() {
				return (fileSystem, dispatcher, options) -> {
					throw new MountException(Reason.NO_FUSE_DEVICE, "No device");
				};
			}

		}

	}

	@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:kernel",
			classes = { Application.class, AnyTransport.WithoutDevice.class })
	@AutoConfigureFuseMount(transport = FuseMountTransport.KERNEL)
	static class Kernel {

	}

}
