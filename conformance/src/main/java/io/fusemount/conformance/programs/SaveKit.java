package io.fusemount.conformance.programs;

import java.nio.charset.StandardCharsets;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.shell.Shell;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The common base of tests of saving: an existing file, and assertions on its row after a
 * program has saved it.
 */
abstract class SaveKit extends DirectoryKit {

	/** The content of a file before a program changes it. */
	static final String TEXT = "one\ntwo\nthree\n";

	private @Nullable Object id;

	final ObservedRows rows() {
		return ((ObservedDirectory) target()).rows();
	}

	/** Creates a file and forgets the transactions of its creation. */
	final void existing(String name, String content) {
		sh("printf %s " + Shell.quote(content) + " > " + Shell.quote(name));
		this.id = rows().id(name);
		assertThat(this.id).as("identity of the new row of " + name).isNotNull();
		if (rows().commits() > 0) {
			assertThat(rows().stored()).as("recorded names").contains(name);
		}
		rows().forget();
	}

	/** Requires that the file has this content, in the row that it had before. */
	final void assertKept(String name, String content) {
		assertContent(name, content);
		assertThat(rows().id(name)).as("identity of the row of " + name).isEqualTo(this.id);
	}

	/** Requires that programs and the row of the file have this content. */
	final void assertContent(String name, String content) {
		assertThat(sh("cat " + Shell.quote(name))).isEqualTo(content);
		byte[] row = rows().content(name);
		assertThat(row).as("content of the row of " + name).isNotNull();
		assertThat(new String(row, StandardCharsets.UTF_8)).isEqualTo(content);
	}

	/** Requires that these are the names of all rows. */
	final void assertRowsNow(String... names) {
		assertThat(rows().names()).as("names of rows").containsExactlyInAnyOrder(names);
	}

	/**
	 * Requires that these are the names of all rows, and that no other name was stored,
	 * not even for a moment.
	 */
	final void assertRows(String... names) {
		assertRowsNow(names);
		assertThat(rows().stored()).as("names that were ever stored").isSubsetOf(names);
	}

	/** Requires that a program that lists the directory finds exactly these names. */
	final void assertLeft(String... names) {
		assertThat(names()).as("names in the directory").containsExactly(names);
	}

	/** Requires that the file was saved into its row, and that there is nothing else. */
	final void assertSaved(String name, String content) {
		assertKept(name, content);
		assertRows(name);
		assertLeft(name);
	}

	/** Limits the number of transactions that have changed rows. */
	final void assertCommitsAtMost(long commits) {
		assertThat(rows().commits()).as("transactions that changed something").isLessThanOrEqualTo(commits);
	}

}
