package io.fusemount.conformance.architecture;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every rule can fail: the classes below {@code bad} break all of them.
 */
class ArchitectureRulesTests {

	private static final String BAD_ROOT = ArchitectureRulesTests.class.getPackageName() + ".bad";

	@TestFactory
	Stream<DynamicTest> aBadTreeBreaksTheRule() {
		JavaClasses bad = new ClassFileImporter().importPackages(BAD_ROOT);
		return new ArchitectureRules(BAD_ROOT).all().stream().map((rule) -> breaks(rule, bad));
	}

	private static DynamicTest breaks(ArchRule rule, JavaClasses bad) {
		return DynamicTest.dynamicTest(rule.getDescription(),
				() -> assertThat(rule.evaluate(bad).getFailureReport().getDetails()).isNotEmpty());
	}

}
