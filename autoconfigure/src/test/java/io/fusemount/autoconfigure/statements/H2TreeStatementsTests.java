package io.fusemount.autoconfigure.statements;

class H2TreeStatementsTests extends AbstractTreeStatementsTests {

	H2TreeStatementsTests() {
		super(new H2Database());
	}

}
