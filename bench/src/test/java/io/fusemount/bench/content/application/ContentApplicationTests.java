package io.fusemount.bench.content.application;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.bench.server.MountServer;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfFuse
@Timeout(120)
class ContentApplicationTests {

	@TempDir
	private Path spool;

	@Test
	void programsCreateDirectoriesAndFilesInTheTree() throws Exception {
		List<String> command = ApplicationCommand.of("-Xmx128m", "jdbc:h2:mem:tree", this.spool);
		try (MountServer server = new MountServer("tree", command, ApplicationCommand.TREE)) {
			Path tree = server.file();
			Path folder = Files.createDirectories(tree.resolve("folder/inner"));
			Files.writeString(tree.resolve("top.bin"), "top");
			Files.writeString(folder.resolve("inner.bin"), "inner");
			assertThat(tree.resolve("top.bin")).hasContent("top");
			assertThat(folder.resolve("inner.bin")).hasContent("inner");
			assertThat(tree).isDirectoryRecursivelyContaining("glob:**/inner.bin");
		}
	}

}
