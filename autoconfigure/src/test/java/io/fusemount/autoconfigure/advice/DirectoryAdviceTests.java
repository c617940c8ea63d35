package io.fusemount.autoconfigure.advice;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.advice.misplaced.ContractRepository;
import io.fusemount.autoconfigure.advice.misplaced.ContractService;
import io.fusemount.autoconfigure.data.FuseMountJpaAutoConfiguration;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.autoconfigure.mounted.MountedApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class DirectoryAdviceTests {

	private static final AutoConfigurations JPA = AutoConfigurations.of(DataSourceAutoConfiguration.class,
			HibernateJpaAutoConfiguration.class, TransactionAutoConfiguration.class,
			DataJpaRepositoriesAutoConfiguration.class, FuseMountJpaAutoConfiguration.class);

	@TempDir
	private Path spool;

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class))
			.withBean(FakeTransport.class)
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.spool.directory=" + this.spool,
					"spring.datasource.generate-unique-name=true");
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.toString()
			.lines()
			.filter((line) -> line.contains("WARN") && line.contains("FuseMountLifecycle"))
			.toList();
	}

	@Test
	void saysWhereTheAnnotationHasNoEffect(CapturedOutput output) {
		application().withConfiguration(JPA)
			.withUserConfiguration(Misplaced.class)
			.withBean(ContractService.class)
			.run((context) -> assertThat(context).hasNotFailed());
		String misplaced = ContractRepository.class.getPackageName() + ".";
		assertThat(warnings(output)).satisfiesExactlyInAnyOrder(
				(line) -> assertThat(line).contains("@FuseMount has no effect on the entity " + misplaced
						+ "Contract: put it on the repository, @FuseMount interface ContractRepository "
						+ "extends JpaRepository<Contract, …>"),
				(line) -> assertThat(line).contains("@FuseMount has no effect on " + misplaced
						+ "ContractService: put it on a Spring Data JPA repository, or on a bean that implements "
						+ "io.fusemount.core.node.Directory"),
				(line) -> assertThat(line).contains("@FuseMount has no effect on " + misplaced
						+ "BaseRepository: Spring Data has not created a repository for it."));
	}

	@Test
	void saysThatNoRepositoryIsAnnotated(CapturedOutput output) {
		application().withConfiguration(JPA)
			.withUserConfiguration(Nothing.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(warnings(output)).singleElement()
			.asString()
			.contains("The mount is empty: no repository has @FuseMount. Put it on the repository of an entity");
	}

	@Test
	void saysThatThereAreNoRepositories(CapturedOutput output) {
		application().run((context) -> assertThat(context).hasNotFailed());
		assertThat(warnings(output)).singleElement()
			.asString()
			.contains("The mount is empty: the application has no repositories of Spring Data JPA");
	}

	@Test
	void saysWhichOfSeveralMountsIsEmpty(CapturedOutput output) {
		application().withConfiguration(JPA)
			.withUserConfiguration(Mounted.class)
			.withPropertyValues("fusemount.mounts.reports.mount-point=/srv/reports",
					"fusemount.spool.directory=" + this.spool.resolve("a"),
					"fusemount.mounts.reports.spool.directory=" + this.spool.resolve("b"))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(warnings(output)).singleElement()
			.asString()
			.contains("The mount 'reports' is empty: no repository has @FuseMount(mount = \"reports\")");
	}

	@Test
	void isSilentWhereAllIsWell(CapturedOutput output) {
		application().withConfiguration(JPA)
			.withUserConfiguration(Mounted.class)
			.run((context) -> assertThat(context).hasNotFailed());
		application().withBean(OneFileDirectory.class).run((context) -> assertThat(context).hasNotFailed());
		assertThat(warnings(output)).isEmpty();
	}

	@Test
	void isSilentIfNothingIsMounted(CapturedOutput output) {
		application().withConfiguration(JPA)
			.withUserConfiguration(Misplaced.class)
			.withPropertyValues("fusemount.mount-point=")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(warnings(output)).isEmpty();
	}

	@AutoConfigurationPackage(basePackageClasses = ContractRepository.class)
	static class Misplaced {

	}

	@AutoConfigurationPackage(basePackages = "io.fusemount.nothing")
	static class Nothing {

	}

	@AutoConfigurationPackage(basePackageClasses = MountedApplication.class)
	static class Mounted {

	}

}
