package io.fusemount.autoconfigure.statements;

class PostgresFlatStatementsTests extends AbstractFlatStatementsTests {

	PostgresFlatStatementsTests() {
		super(new PostgresDatabase());
	}

}
