package io.fusemount.test;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@AutoConfigureFuseMount(transport = FuseMountTransport.MEMORY)
class MemoryFilesTests extends AbstractFuseMountFilesTests {

	MemoryFilesTests(@Autowired FuseMountFiles files, @Autowired NoteRepository notes,
			@Autowired PlatformTransactionManager transactionManager) {
		super(files, notes, transactionManager);
	}

	@Test
	void programsDoNotSeeTheFiles() {
		assertThat(this.files.isMounted()).isFalse();
		assertThatIllegalStateException().isThrownBy(this.files::mountPoint)
			.withMessage("Nothing is mounted, the files are in memory: use the methods of FuseMountFiles, or "
					+ "@AutoConfigureFuseMount(transport = KERNEL)");
	}

}
