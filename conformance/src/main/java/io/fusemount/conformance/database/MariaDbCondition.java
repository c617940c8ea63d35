package io.fusemount.conformance.database;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Whether a MariaDB server can be started.
 */
final class MariaDbCondition implements ExecutionCondition {

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		String missing = MariaDbServer.missing();
		return missing.isEmpty() ? ConditionEvaluationResult.enabled("MariaDB is installed") : ConditionEvaluationResult
			.disabled(missing + " is not installed (packages mariadb-server-core and mariadb-client-core)");
	}

}
