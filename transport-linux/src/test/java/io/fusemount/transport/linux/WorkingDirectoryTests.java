package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;

import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfFuse
@Timeout(120)
class WorkingDirectoryTests {

	@Test
	void aProgramKnowsItsDirectoryWhileTheApplicationMakesFiles() throws Exception {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false));
				Lodger lodger = Lodger.in(mounted.directory())) {
			for (int i = 0; i < 500; i++) {
				assertThat(mounted.directory().resolve("file" + i)).doesNotExist();
				mounted.change("file" + i, new byte[10]);
				assertThat(mounted.directory().resolve("file" + i)).exists();
			}
			assertThat(lodger.names()).isEqualTo(Set.of(mounted.directory().toString()));
		}
	}

}
