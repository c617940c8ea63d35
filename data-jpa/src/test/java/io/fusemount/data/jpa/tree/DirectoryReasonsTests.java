package io.fusemount.data.jpa.tree;

import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.claims.Claims;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Why no directory can be made, removed or renamed where none can be.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DirectoryReasonsTests {

	private RunningClaims running;

	@BeforeAll
	void start() {
		this.running = RunningClaims.start("H2", "jdbc:h2:mem:reasons");
		Claims.Customer customer = new Claims.Customer();
		customer.name = "ACME";
		this.running.save(customer);
	}

	@AfterAll
	void stop() {
		this.running.application().close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			claims                 | they are rows of Claim, whose repository is not mounted
			states                 | they are values of Claim.status, which read-only files have
			regions                | they are values of Customer.region, which files here do not set
			dates                  | they are periods of Letter.created, and a period says no exact time
			months                 | they are periods of Letter.created, and a period says no exact time
			customers/ACME         | those that are here come from the paths of repositories
			customers/ACME/letters | its path has files and no directories
			""")
	void reasonIsSaidWhereNoDirectoryCanBeMadeRemovedOrRenamed(String path, String reason) {
		Directory directory = this.running.directory(path);
		assertThat(directory.canCreateDirectories()).isFalse();
		assertThat(directory.refusesDirectories()).isEqualTo(reason);
		Name name = new Name("C-999");
		assertRefused(() -> directory.createDirectory(name, Ownership.NONE),
				"Directories cannot be made here: " + reason);
	}

	@Test
	void nothingIsSaidWhereDirectoriesCanBeMade() {
		Directory directory = this.running.directory("customers");
		assertThat(directory.canCreateDirectories()).isTrue();
		assertThat(directory.refusesDirectories()).isNull();
	}

	private static void assertRefused(ThrowingCallable work, String words) {
		ErrnoException refusal = Objects.requireNonNull(catchThrowableOfType(ErrnoException.class, work));
		assertThat(refusal).hasMessage(words);
		assertThat(refusal.errno()).isEqualTo(Errno.EPERM);
	}

}
