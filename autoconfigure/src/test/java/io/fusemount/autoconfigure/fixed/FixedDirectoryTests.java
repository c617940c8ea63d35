package io.fusemount.autoconfigure.fixed;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs that put a file in the place of another, where no file can be created.
 */
@EnabledIfFuse
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class FixedDirectoryTests {

	private static final String REASON = "Contract.customer must have a value, which nothing gives a new file";

	@TempDir
	Path directory;

	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class Application {

	}

	private ConfigurableApplicationContext start() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.run("--spring.datasource.url=jdbc:h2:mem:fixed", "--spring.jpa.hibernate.ddl-auto=create",
					"--fusemount.mount-point=" + this.directory.resolve("mnt"), "--fusemount.create-mount-point=true",
					"--fusemount.spool.directory=" + this.directory.resolve("spool"),
					"--fusemount.scratch.replacement-wait=1h", "--spring.main.banner-mode=off",
					"--spring.main.register-shutdown-hook=false");
	}

	@Test
	void programsHearAtOnceThatNothingCanBeCreatedAndReplaceWhatIsThere(CapturedOutput output) {
		try (ConfigurableApplicationContext application = start()) {
			ContractRepository contracts = application.getBean(ContractRepository.class);
			Long id = Objects.requireNonNull(contracts.save(new Contract("a.txt", "ACME")).id);
			assertThat(output).contains("Directory contracts: " + ContractRepository.class.getName()
					+ ", content Contract.content, writable, deletable, not creatable: " + REASON);
			Shell shell = Shell.in(this.directory.resolve("mnt/contracts"));
			assertThat(shell.run("echo text > b.txt").errors()).contains("Operation not permitted");
			assertThat(shell.check("cat ../.fusemount/errors")).contains(" EPERM create /contracts/b.txt: ")
				.contains(REASON);
			shell.check("printf written > a.txt");
			assertRow(contracts, id, "written");
			// rename: EXDEV, unlink("a.txt"), openat("a.txt", O_WRONLY|O_CREAT|O_EXCL)
			shell.check("printf moved > ../../a.txt && mv ../../a.txt a.txt");
			assertRow(contracts, id, "moved");
			// openat(O_CREAT|O_EXCL): EEXIST, unlinkat("a.txt"), openat(O_CREAT|O_EXCL)
			shell.check("cd ../.. && printf unpacked > a.txt && tar cf a.tar a.txt && cd - && tar xf ../../a.tar");
			assertRow(contracts, id, "unpacked");
			assertThat(shell.check("ls -A").strip()).isEqualTo("a.txt");
			shell.check("rm a.txt");
			assertThat(shell.check("ls -A")).isEmpty();
			assertThat(contracts.existsById(id)).isTrue();
		}
	}

	private static void assertRow(ContractRepository contracts, Long id, String content) {
		Contract contract = contracts.findById(id).orElseThrow();
		assertThat(contract.customer()).isEqualTo("ACME");
		assertThat(contract.content()).asString(StandardCharsets.UTF_8).isEqualTo(content);
		assertThat(contracts.count()).isOne();
	}

}
