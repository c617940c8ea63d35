package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements of programs for an application on a real mount with its default
 * transport. A cold mount has cached nothing; on a warm one, the program's files have
 * been listed and read.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractProgramStatementsTests {

	private final CountedDatabase database;

	private CountedApplication application;

	AbstractProgramStatementsTests(CountedDatabase database) {
		this.database = database;
	}

	@BeforeAll
	void start(@TempDir Path directory) throws IOException {
		this.application = start(this.database.start(directory), directory);
	}

	@AfterAll
	void stop() throws IOException {
		this.application.close();
		this.database.close();
	}

	/** Starts the application that the programs use. */
	abstract CountedApplication start(String jdbcUrl, Path directory) throws IOException;

	/** Returns the initial content for each program, as a line of shell. */
	abstract String fill();

	/** Returns a line of shell that lists and reads everything. */
	static String look() {
		return "ls -lR > /dev/null && grep -r nothing . ; true";
	}

	/** Which of both numbers counts for the database. */
	int of(int h2, int postgres) {
		return this.database.of(h2, postgres);
	}

	void checkLooking(String program, int cold, int warm) {
		this.application.count(fill());
		this.application.forget();
		assertCount(program, cold);
		assertCount(program, warm);
	}

	void checkChanging(String program, int cold, int warm) {
		this.application.count(fill());
		this.application.forget();
		assertCount(program, cold);
		this.application.count(fill());
		this.application.forget();
		this.application.count(look());
		assertCount(program, warm);
	}

	/** Once it has done its work, there is nothing left to do. */
	void checkRepeating(String program, int cold, int warm) {
		this.application.count(fill());
		this.application.count(program);
		this.application.forget();
		assertCount(program, cold);
		this.application.count(look());
		assertCount(program, warm);
	}

	private void assertCount(String program, int expected) {
		List<String> sent = this.application.count(program);
		assertThat(sent).as(program).hasSize(expected);
	}

}
