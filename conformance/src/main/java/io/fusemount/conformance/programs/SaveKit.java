package io.fusemount.conformance.programs;

import java.nio.charset.StandardCharsets;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.shell.Shell;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests of saving have in common: a file that exists, and what has become of its row
 * once a program has saved it.
 */
abstract class SaveKit extends DirectoryKit {

	/** What stands in a file before a program comes. */
	static final String TEXT = "one\ntwo\nthree\n";

	private @Nullable Object id;

	@Override
	protected abstract ObservedDirectory target();

	final ObservedRows rows() {
		return target().rows();
	}

	/** Puts a file there and forgets how it came. */
	final void existing(String name, String content) {
		sh("printf %s " + Shell.quote(content) + " > " + Shell.quote(name));
		this.id = rows().id(name);
		assertThat(this.id).as("identity of the new row of " + name).isNotNull();
		if (rows().commits() > 0) {
			assertThat(rows().stored()).as("recorded names").contains(name);
		}
		rows().forget();
	}

	/** The file exists with this content, in the row that it had before. */
	final void assertKept(String name, String content) {
		assertContent(name, content);
		assertThat(rows().id(name)).as("identity of the row of " + name).isEqualTo(this.id);
	}

	/** A file is there for programs and as a row. */
	final void assertContent(String name, String content) {
		assertThat(sh("cat " + Shell.quote(name))).isEqualTo(content);
		byte[] row = rows().content(name);
		assertThat(row).as("content of the row of " + name).isNotNull();
		assertThat(new String(row, StandardCharsets.UTF_8)).isEqualTo(content);
	}

	/** These are all rows. */
	final void assertRowsNow(String... names) {
		assertThat(rows().names()).as("names of rows").containsExactlyInAnyOrder(names);
	}

	/** These are all rows, and no other name was stored, not even for a moment. */
	final void assertRows(String... names) {
		assertRowsNow(names);
		assertThat(rows().stored()).as("names that were ever stored").isSubsetOf(names);
	}

	/** A program that lists the directory finds these names and no others. */
	final void assertLeft(String... names) {
		assertThat(names()).as("names in the directory").containsExactly(names);
	}

	/** The file was saved into its row, and there is nothing else. */
	final void assertSaved(String name, String content) {
		assertKept(name, content);
		assertRows(name);
		assertLeft(name);
	}

	/** What the application had to go through. */
	final void assertCommitsAtMost(long commits) {
		assertThat(rows().commits()).as("transactions that changed something").isLessThanOrEqualTo(commits);
	}

}
