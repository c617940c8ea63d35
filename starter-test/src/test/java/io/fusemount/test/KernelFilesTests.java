package io.fusemount.test;

import java.nio.file.Files;

import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfFuse
@AutoConfigureFuseMount(transport = FuseMountTransport.KERNEL)
class KernelFilesTests extends AbstractFuseMountFilesTests {

	KernelFilesTests(@Autowired FuseMountFiles files, @Autowired NoteRepository notes,
			@Autowired PlatformTransactionManager transactionManager) {
		super(files, notes, transactionManager);
	}

	@Test
	void programsSeeTheFilesBelowTheMountPoint() {
		assertThat(this.files.isMounted()).isTrue();
		assertThat(Files.isDirectory(this.files.mountPoint().resolve("notes"))).isTrue();
	}

}
