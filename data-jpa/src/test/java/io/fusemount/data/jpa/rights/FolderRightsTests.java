package io.fusemount.data.jpa.rights;

import java.time.Duration;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.rights.folders.TwoFolderRepositories;
import io.fusemount.data.jpa.rights.office.Office;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

import static io.fusemount.data.jpa.rights.office.Users.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Each of several repositories of the same folders applies its own conditions.
 */
class FolderRightsTests extends AbstractOfficeTests {

	@EnableJpaRepositories(basePackageClasses = TwoFolderRepositories.class, considerNestedRepositories = true)
	static class Configuration {

	}

	@ParameterizedTest
	@MethodSource("databases")
	void aFolderIsSeenByTheRepositoryThatShowsItOnly(RunningOffice database) {
		database.folder("secret", null, true, false);
		database.folder("locked", null, false, true);
		assertThat(database.list(ALICE, "archive")).containsExactlyInAnyOrder("secret", "locked");
		assertThat(database.list(ALICE, "folders")).containsExactly("locked");
		assertThat(database.directory(ALICE, "archive/locked").isChangeable()).isTrue();
		assertThat(database.directory(ALICE, "folders/locked").isChangeable()).isFalse();
		assertThat(database.directory(ALICE, "archive").canCreateDirectories()).as("it is read-only").isFalse();
		assertThat(database.directory(ALICE, "folders").canCreateDirectories()).isTrue();
	}

	@Test
	void aPathThatCouldHaveTheConditionsOfEitherIsRefused() {
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:folders", Office.class,
				Configuration.class)) {
			assertThatExceptionOfType(MappingException.class)
				.isThrownBy(() -> new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
						new DatabasePermits(2, Duration.ofSeconds(10))))
				.withMessage("Repository " + TwoFolderRepositories.class.getName()
						+ "$Papers cannot be mounted: Folder has directories in 'papers', and nothing says whose "
						+ "conditions apply to them: " + TwoFolderRepositories.class.getName() + "$AllFolders and "
						+ TwoFolderRepositories.class.getName()
						+ "$SomeFolders may differ in theirs. Mount one of these "
						+ "only, or one of them with @FuseMount(\"papers\").");
		}
	}

}
