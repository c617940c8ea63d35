package io.fusemount.data.jpa.rights;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How a condition becomes part of a statement.
 */
class ConditionTextTests {

	private static String parsed(String condition) {
		return ConditionText.parse(condition, List.of("first", "second")).of("x", "p");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			e.owner = 'e.owner'                   | (x.owner = 'e.owner')
			e.owner = 'it''s e'                   | (x.owner = 'it''s e')
			e.e.size > 1e2 and size(e.list) = 1   | (x.e.size > 1e2 and size(x.list) = 1)
			:first = e.a or :second = e.b         | (:pValue0 = x.a or :pValue1 = x.b)
			e in (select g.row from Grant g)      | (x in (select g.row from Grant g))
			e . owner = `e`.owner                 | (x . owner = `e`.owner)
			exists(select 1 from G g join e.h)    | (exists(select 1 from G g join x.h))
			type(e) = Sub                         | (type(x) = Sub)
			1 < (select count(g) from e.grants g) | (1 < (select count(g) from x.grants g))
			""")
	void theAliasAndTheParametersAreReplaced(String condition, String expected) {
		assertThat(parsed(condition)).isEqualTo(expected);
	}

	@Test
	void aSpaceBetweenWordsRemains() {
		assertThat(parsed("e.a\n\tis /* not e */ null")).isEqualTo("(x.a is   null)");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			e.owner = :me                                   | :me, which nobody sets
			e.owner = ?1                                    | ?, which nobody sets
			e.a = 1) or (e.b = 2                            | parentheses
			(e.a = 1                                        | parentheses
			count(e) > 1                                    | count
			max (e.size) > 1                                | max
			exists (select 1 from Other e where e.a = 1)    | alias e
			exists (select 1 from Other as e where e.a = 1) | alias e
			exists (select 1 from O e_row where e.a = 1)    | e_row
			""")
	void whatCannotBeReplacedIsRefused(String condition, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> parsed(condition)).withMessageContaining(reason);
	}

}
