package io.fusemount.test;

import io.fusemount.core.mount.MountRegistry;
import io.fusemount.data.jpa.JpaDirectories;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
class UnaskedTests {

	@Test
	void nothingIsMountedNorMappedWhateverTheApplicationsPropertiesSay(@Autowired MountRegistry registry,
			@Autowired ObjectProvider<JpaDirectories> directories, @Autowired ObjectProvider<FuseMountFiles> files) {
		assertThat(registry.mounts()).isEmpty();
		assertThat(directories.stream()).isEmpty();
		assertThat(files.stream()).isEmpty();
	}

}
