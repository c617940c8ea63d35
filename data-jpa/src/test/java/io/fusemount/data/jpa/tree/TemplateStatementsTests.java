package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.claims.Claims;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What directories cost that come from paths with variables.
 */
class TemplateStatementsTests extends AbstractTemplatesTests {

	@ParameterizedTest
	@MethodSource("databases")
	void yearsFarApartCostNoStatementForEachBetweenThem(RunningClaims database) {
		date(letter(database, "a.txt", null, null, null), database, "1000-06-01T12:00:00");
		date(letter(database, "b.txt", null, null, null), database, "2025-01-01T00:00:00");
		date(letter(database, "c.txt", null, null, null), database, "9998-12-31T12:00:00");
		List<List<String>> listed = new ArrayList<>();
		List<String> statements = database.statements(() -> listed.add(database.list("dates")));
		assertThat(listed.get(0)).containsExactly("1000", "2025", "9998");
		assertThat(statements).as("with one to find each").hasSizeLessThan(15);
		assertThat(database.list("dates/9998/12")).containsExactly("c.txt");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aPathCostsAStatementForEachStep(RunningClaims database) {
		Claims.Customer acme = customer(database, "ACME", null);
		letter(database, "a.txt", acme, "dossier", 2031);
		assertThat(database.statements(() -> database.file("customers/ACME/letters/a.txt"))).hasSize(2);
		assertThat(database.statements(() -> database.file("kinds/dossier/2031/a.txt"))).hasSize(3);
		claim(database, "C-77", null);
		assertThat(database.statements(() -> database.create("claims/C-77/a.txt", "x")))
			.as("the claim, an id or two, the row")
			.hasSizeBetween(2, 4);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aListingCostsItsPages(RunningClaims database) {
		for (int i = 0; i < 7; i++) {
			claim(database, "C-" + i, null);
			letter(database, "letter " + i, null, "kind " + i, null);
		}
		Directory claims = database.directory("claims");
		// Each page looks for names that rows share.
		assertThat(database.statements(() -> count(claims))).hasSize(2 * 3);
		Directory kinds = database.restarted().directory("kinds");
		assertThat(database.statements(() -> count(kinds))).as("and one for what has none").hasSize(3 + 1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void namesThatAreUniqueInADirectoryAreNotLookedForTwice(RunningClaims database) {
		claim(database, "C-44", null);
		Directory directory = database.directory("claims/C-44");
		for (int i = 0; i < 7; i++) {
			database.create("claims/C-44/" + i, "x");
		}
		assertThat(database.statements(() -> count(directory))).hasSize(3);
		assertThat(database.statements(() -> directory.find(new Name("1")))).singleElement()
			.asString()
			.doesNotContain("exists");
		assertThat(failure(() -> database.create("claims/C-44/1", "x")).errno()).isEqualTo(Errno.EEXIST);
		RegularFile file = database.file("claims/C-44/2");
		assertThat(failure(() -> directory.rename(file, new Name("1"), null)).errno()).isEqualTo(Errno.EEXIST);
	}

}
