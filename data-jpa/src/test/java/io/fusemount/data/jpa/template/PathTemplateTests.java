package io.fusemount.data.jpa.template;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Where directories of repositories are.
 */
class PathTemplateTests {

	@ParameterizedTest
	@CsvSource({ "Invoice, invoices", "Category, categories", "Day, days", "Box, boxes", "Address, addresses",
			"TaxDocument, taxDocuments" })
	void entityNameIsPutInThePlural(String entity, String path) {
		assertThat(PathTemplate.forEntity(entity)).hasToString(path);
	}

	@Test
	void slashesAtTheEndsMeanNothing() {
		assertThat(PathTemplate.parse("/a/b/")).hasToString("a/b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "a//b", "..", "a/../b", "a/.", "a/{}", "a/{b", "a/b}", "a/x-{b}", "a/{b.}", "{a}/b",
			"a/{b:}", "a/{b:yyyy/MM}", "a/{b c}" })
	void pathIsMadeOfNamesAndVariables(String path) {
		assertThatIllegalArgumentException().isThrownBy(() -> PathTemplate.parse(path));
	}

	@Test
	void variablesAreStepsOfTheirOwn() {
		PathTemplate template = PathTemplate.parse("claims/{claim.number}/{created:yyyy-MM}/photos");
		assertThat(template.segments()).hasSize(4);
		assertThat(template.segments().get(1)).isEqualTo(new PathSegment.Variable("claim.number", null));
		assertThat(template.segments().get(2)).isEqualTo(new PathSegment.Variable("created", "yyyy-MM"));
		assertThat(template.isFixed()).isFalse();
		assertThat(template).hasToString("claims/{claim.number}/{created:yyyy-MM}/photos");
	}

	@Test
	void pathsOverlapWhereOneIsInTheOther() {
		PathTemplate path = PathTemplate.parse("a");
		assertThat(path.overlaps(path)).isTrue();
		assertThat(path.overlaps(PathTemplate.parse("a/b"))).isTrue();
		assertThat(PathTemplate.parse("a/b").overlaps(path)).isTrue();
		assertThat(path.overlaps(PathTemplate.parse("ab"))).isFalse();
	}

}
