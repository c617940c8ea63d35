package io.fusemount.autoconfigure.rights;

import java.nio.file.Path;

import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Real users of the machine use up their quotas.
 */
@EnabledIfFuse
@Timeout(300)
class MountedQuotaTests {

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "linux", "jnr" })
	void eachUserHasAQuotaAndSeesWhatIsLeft(String transport) {
		OtherUsers.assumeIn(this.directory);
		try (ConfigurableApplicationContext application = DeskApplication.start(this.directory,
				"--fusemount.transport=" + transport, "--fusemount.allow-other=true", "--fusemount.umask=000")) {
			Shell sketches = Shell.in(this.directory.resolve("mnt/sketches"));
			sketches.check(as(DeskApplication.CUSTOMER, "head -c 40960 /dev/zero > a"));
			String left = "df -B1 --output=size,avail,itotal,iavail . | tail -1 | tr -s ' '";
			assertThat(sketches.check(as(DeskApplication.CUSTOMER, left)).strip()).isEqualTo("65536 24576 2 1");
			assertThat(sketches.check(as(DeskApplication.OTHER, left)).strip()).isEqualTo("65536 65536 2 2");
			assertThat(sketches.check(as(DeskApplication.CUSTOMER, "df --output=itotal .. | tail -1")).strip())
				.as("the mount has none")
				.isIn("0", "-");
			assertThat(sketches.run(as(DeskApplication.CUSTOMER, "head -c 28672 /dev/zero > b; rm -f b")).errors())
				.containsIgnoringCase("quota exceeded");
			sketches.check(as(DeskApplication.CUSTOMER, "head -c 24576 /dev/zero > b"));
			assertThat(sketches.run(as(DeskApplication.CUSTOMER, "touch c")).errors())
				.containsIgnoringCase("quota exceeded");
			sketches.check(as(DeskApplication.OTHER, "head -c 65536 /dev/zero > d"));
			assertThat(sketches.check("cat ../.fusemount/errors")).contains("The quota of owner daemon in 'sketches'");
		}
	}

}
