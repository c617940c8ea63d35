package io.fusemount.autoconfigure.statements;

class PostgresTreeStatementsTests extends AbstractTreeStatementsTests {

	PostgresTreeStatementsTests() {
		super(new PostgresDatabase());
	}

}
