package io.fusemount.autoconfigure.statements;

class H2FlatStatementsTests extends AbstractFlatStatementsTests {

	H2FlatStatementsTests() {
		super(new H2Database());
	}

}
