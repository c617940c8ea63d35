package io.fusemount.conformance.architecture;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base of a module's architecture test, which extends this class and adds nothing. Checks
 * every class below {@code io.fusemount} that the module's tests can see, except the
 * tests themselves, against every {@linkplain ArchitectureRules rule}.
 */
public abstract class ArchitectureConformanceTests {

	private static final String ROOT = "io.fusemount";

	@TestFactory
	Stream<DynamicTest> followsTheRule() {
		JavaClasses classes = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
			.importPackages(ROOT);
		assertThat(classes).as("classes below " + ROOT).isNotEmpty();
		return new ArchitectureRules(ROOT).all()
			.stream()
			.map((rule) -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(classes)));
	}

}
