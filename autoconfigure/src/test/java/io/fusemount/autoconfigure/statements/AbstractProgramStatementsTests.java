package io.fusemount.autoconfigure.statements;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What programs cost an application that subclasses know, on a real mount with its
 * default transport. Cold is a mount that knows nothing; warm is one where the program's
 * files have been listed and read.
 */
abstract class AbstractProgramStatementsTests {

	/** Returns the application that the programs use. */
	abstract CountedApplication application();

	/** Returns what is there before each program, as a line of shell. */
	abstract String fill();

	/** Returns a line of shell that lists and reads everything. */
	static String look() {
		return "ls -lR > /dev/null && grep -r nothing . ; true";
	}

	/** Which of both numbers counts for the database. */
	abstract int of(int h2, int postgres);

	void checkLooking(String program, int cold, int warm) {
		application().count(fill());
		application().forget();
		assertCount(program, cold);
		assertCount(program, warm);
	}

	void checkChanging(String program, int cold, int warm) {
		application().count(fill());
		application().forget();
		assertCount(program, cold);
		application().count(fill());
		application().forget();
		application().count(look());
		assertCount(program, warm);
	}

	/** Once it has done its work, there is nothing left to do. */
	void checkRepeating(String program, int cold, int warm) {
		application().count(fill());
		application().count(program);
		application().forget();
		assertCount(program, cold);
		application().count(look());
		assertCount(program, warm);
	}

	private void assertCount(String program, int expected) {
		List<String> sent = application().count(program);
		assertThat(sent).as(program).hasSize(expected);
	}

}
