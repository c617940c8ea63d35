package io.fusemount.data.jpa;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What listings and operations ask of the database.
 */
abstract class AbstractDirectoryStatementsTests extends AbstractDirectoryTests {

	private static final String[] ALL = { "archive/invoices", "documents", "notes" };

	private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789012Z");

	@Test
	void annotatedRepositoriesAreDirectories() {
		assertThat(this.directories.directories()).containsOnlyKeys(ALL);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, PAGE_SIZE, PAGE_SIZE + 1, 3 * PAGE_SIZE, 3 * PAGE_SIZE + 2 })
	void listingTakesOneStatementPerPage(int files) {
		Directory directory = directory("archive/invoices");
		for (int i = 0; i < files; i++) {
			create(directory, "file" + i, "");
		}
		this.statements.clear();
		assertThat(list(directory)).hasSize(files);
		assertThat(this.statements.all()).hasSize(Math.max(1, (files + PAGE_SIZE - 1) / PAGE_SIZE));
	}

	@Test
	void listingWhereNamesCanRepeatSearchesForThemOncePerPage() {
		Directory directory = directory("documents");
		for (int i = 0; i < PAGE_SIZE + 1; i++) {
			create(directory, "file" + i, "");
		}
		this.statements.clear();
		assertThat(list(directory)).hasSize(PAGE_SIZE + 1);
		// As a selected value, the search would be made for each row.
		assertThat(this.statements.all()).hasSize(4)
			.noneMatch((statement) -> statement.contains("case when exists(select 1 from document"));
	}

	@Test
	void operationsTakeNoMoreStatementsThanTheyNeed() {
		Directory directory = directory("archive/invoices");
		// These fetch the first blocks of ids from the sequence.
		create(directory, "first", "");
		RegularFile source = create(directory, "source", "");
		// Small content outside the row comes with it, in the same statement.
		RegularFile created = count(1, () -> create(directory, "a", "x"));
		count(1, () -> find(directory, "a"));
		count(1, () -> directory.find(new Name("b")));
		count(1, () -> read(created, 0, 4096));
		RegularFile touched = count(1, () -> created.update(new FileChanges(null, LONG_AGO)));
		RegularFile updated = count(2, () -> touched.update(new FileChanges(source("y"), null)));
		RegularFile renamed = count(2, () -> directory.rename(updated, new Name("b"), null));
		RegularFile last = count(3 + separate() * 2, () -> directory.rename(source, new Name("b"), renamed));
		// It is removed by the statement that locks the row.
		count(2, () -> {
			directory.delete(last);
			return last;
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "archive/invoices", "documents" })
	void filesAreLookedUpTogetherByOneStatement(String path) {
		Directory directory = directory(path);
		List<Name> names = new ArrayList<>(List.of(new Name("missing")));
		for (int i = 0; i < 10; i++) {
			create(directory, "file" + i, "x".repeat(i));
			names.add(new Name("file" + i));
		}
		Map<Name, ? extends Node> found = count(1, () -> directory.findTogether(names));
		assertThat(found).hasSize(10).doesNotContainKey(new Name("missing"));
		assertThat(found).hasEntrySatisfying(new Name("file7"),
				(file) -> assertThat(file.attributes().size()).isEqualTo(7));
	}

	@Test
	void aTimeThatHibernateWouldSetIsKeptByTheSameUpdate() {
		Directory directory = directory("documents");
		RegularFile created = create(directory, "old", "x");
		RegularFile touched = created.update(new FileChanges(null, LONG_AGO));
		// Names can repeat there: one statement looks whether the new one is free.
		RegularFile renamed = count(3 + locks(), () -> directory.rename(touched, new Name("new"), null));
		assertThat(renamed.attributes().modified()).isEqualTo(LONG_AGO);
		assertThat(find(directory, "new").attributes().modified()).isEqualTo(LONG_AGO);
		RegularFile written = renamed.update(new FileChanges(source("y"), LONG_AGO));
		assertThat(written.attributes().modified()).isEqualTo(LONG_AGO);
		RegularFile later = count(2, () -> written.update(new FileChanges(source("z"), null)));
		assertThat(later.attributes().modified()).isAfter(LONG_AGO);
	}

	@Test
	@Semantics("Where no constraint of the database keeps the names of a directory apart, a lock of the name, which "
			+ "other nodes respect, is taken before the name is made.")
	void aNameThatNothingKeepsApartIsLockedBeforeItIsLookedFor() {
		Directory documents = directory("documents");
		create(documents, "first", "");
		this.statements.clear();
		create(documents, "a", "x");
		assertThat(this.statements.all().stream().filter((sql) -> !sql.contains("_seq"))).hasSize(2 + locks())
			.anySatisfy((sql) -> assertThat(sql).startsWith("insert"));
		if (locks() > 0) {
			assertThat(this.statements.all().get(0)).containsAnyOf("pg_advisory_xact_lock", "get_lock");
		}
	}

	/** A native query would get a new entry in Hibernate's cache of plans each time. */
	@Test
	void aLockOfANameTakesNoPlaceInTheCacheOfPlans() {
		Directory documents = directory("documents");
		create(documents, "first", "");
		assertTranslated(1, () -> create(documents, "a", "x"));
	}

	@Test
	void aNameThatAConstraintKeepsApartIsNotLocked() {
		Directory invoices = directory("archive/invoices");
		RegularFile created = create(invoices, "a", "x");
		invoices.rename(created, new Name("b"), null);
		assertThat(this.statements.all()).noneMatch((sql) -> sql.contains("_lock("));
	}

	/** HQL costs more than its statement where it is translated to SQL again. */
	@Test
	void statementsAreTranslatedOnce() {
		Directory directory = directory("archive/invoices");
		RegularFile created = create(directory, "file", "content");
		RegularFile file = created.update(new FileChanges(source("content"), null));
		read(file, 0, 2);
		find(directory, "file");
		directory.delete(create(directory, "other", "content"));
		assertTranslated(1, () -> assertThat(read(file, 2, 3)).isEqualTo("nte"));
		assertTranslated(1, () -> find(directory, "file"));
		// The row is locked, and what it keeps outside is removed at once.
		RegularFile[] changed = new RegularFile[1];
		assertTranslated(separate(), () -> changed[0] = file.update(new FileChanges(source("changed"), null)));
		assertTranslated(separate(), () -> directory.delete(changed[0]));
	}

	/** Returns 1 where content lives outside its row and takes statements of its own. */
	abstract int separate();

	/** Returns 1 where a statement locks a name that nothing keeps apart. */
	abstract int locks();

	private <T> T count(int statements, Supplier<T> work) {
		this.statements.clear();
		T result = work.get();
		assertThat(this.statements.all()).hasSize(statements);
		return result;
	}

}
