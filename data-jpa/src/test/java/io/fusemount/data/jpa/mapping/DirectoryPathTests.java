package io.fusemount.data.jpa.mapping;

import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Where directories of repositories are.
 */
class DirectoryPathTests {

	@ParameterizedTest
	@CsvSource({ "Invoice, invoices", "Category, categories", "Day, days", "Box, boxes", "Address, addresses",
			"TaxDocument, taxDocuments" })
	void entityNameIsPutInThePlural(String entity, String path) {
		assertThat(DirectoryPath.forEntity(entity)).isEqualTo(path);
	}

	@Test
	void slashesAtTheEndsMeanNothing() {
		assertThat(DirectoryPath.of("/a/b/")).isEqualTo("a/b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "a//b", "..", "a/../b", "a/." })
	void pathIsMadeOfNames(String path) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> DirectoryPath.of(path));
	}

	@Test
	void pathsOverlapWhereOneIsInTheOther() {
		assertThat(DirectoryPath.overlap("a", "a")).isTrue();
		assertThat(DirectoryPath.overlap("a", "a/b")).isTrue();
		assertThat(DirectoryPath.overlap("a/b", "a")).isTrue();
		assertThat(DirectoryPath.overlap("a", "ab")).isFalse();
	}

}
