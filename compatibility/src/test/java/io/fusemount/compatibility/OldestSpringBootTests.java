package io.fusemount.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs on the mount of an application on the oldest Spring Boot, with its Hibernate.
 */
@EnabledIfFuse
@Timeout(300)
class OldestSpringBootTests {

	private static final String VERSIONS = "4.0.1, 7.2.0.Final";

	@TempDir
	private Path directory;

	@Test
	void filesAreRowsOfH2() throws IOException {
		check("jdbc:h2:mem:letters");
	}

	@Test
	void filesAreRowsOfPostgres() throws IOException {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			check(server.getJdbcUrl("postgres", "postgres"));
		}
	}

	private void check(String url) throws IOException {
		Path mountPoint = Files.createDirectory(this.directory.resolve("mnt"));
		try (ChildProgram application = ChildProgram.start(LetterApplication.class, this.directory,
				"--spring.datasource.url=" + url, "--spring.jpa.hibernate.ddl-auto=create",
				"--fusemount.mount-point=" + mountPoint)) {
			assertThat(application.await("Started on ")).isEqualTo(VERSIONS);
			Shell shell = Shell.in(mountPoint.resolve("letters"));
			assertThat(shell.check("printf one > a.txt && printf two >> a.txt && cat a.txt")).isEqualTo("onetwo");
			shell.check("touch -d @1577934245 a.txt && cp -p a.txt b.txt && mv b.txt c.txt");
			assertThat(shell.check("stat -c '%Y %s' a.txt c.txt")).isEqualTo("1577934245 6\n1577934245 6\n");
			shell.check("printf new > d.txt && mv d.txt a.txt && rm c.txt");
			assertThat(shell.check("ls && cat a.txt")).isEqualTo("a.txt\nnew");
			String same = Shell.quote(this.directory.resolve("same.bin"));
			shell.check("head -c 3000000 /dev/urandom > " + same + " && cp " + same + " big.bin");
			for (String file : new String[] { same, "big.bin" }) {
				shell.check("printf patch | dd of=" + file + " bs=1 seek=1000 conv=notrunc status=none");
			}
			shell.check("cmp " + same + " big.bin");
			application.send("e.txt stored");
			application.await("Stored");
			assertThat(shell.check("cat e.txt && ls | tr '\\n' ' '")).isEqualTo("storeda.txt big.bin e.txt ");
		}
	}

}
