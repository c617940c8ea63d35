package io.fusemount.autoconfigure.mounted;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfFuse
@Timeout(600)
class BackupNamesTests {

	@TempDir
	Path directory;

	@Test
	void backupsOfAnyNameCanStayLocal() {
		try (ConfigurableApplicationContext application = MountedApplication.start(
				"jdbc:h2:file:" + this.directory.resolve("h2"), this.directory,
				"--fusemount.scratch.names=*.bak,*.orig,sedXXXXXX")) {
			StoredRows rows = new StoredRows(application);
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			shell.check("printf 'one\\n' > a.txt");
			Object id = rows.id("a.txt");
			// rename("a.txt", "a.txt.bak"); rename("./sed6vB1cb", "a.txt")
			assertThat(shell.check("sed -i.bak s/one/two/ a.txt && cat a.txt a.txt.bak")).isEqualTo("two\none\n");
			assertThat(rows.id("a.txt")).isEqualTo(id);
			assertThat(rows.content("a.txt")).isEqualTo("two\n".getBytes(StandardCharsets.UTF_8));
			// What Python's fileinput does.
			shell.check("rm a.txt.bak && mv a.txt a.txt.bak && echo three > a.txt && rm a.txt.bak");
			assertThat(rows.id("a.txt")).isEqualTo(id);
			assertThat(rows.names()).containsExactly("a.txt");
		}
	}

}
