package io.fusemount.data.jpa.rights;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs the expressions of a repository that failed, each failure once.
 */
final class EvaluationLog {

	private static final Log logger = LogFactory.getLog(EvaluationLog.class);

	/** Messages may name users, and there may be many of these. */
	private static final int MAX_MESSAGES = 100;

	private final Set<String> logged = ConcurrentHashMap.newKeySet();

	private final String repository;

	EvaluationLog(String repository) {
		this.repository = repository;
	}

	void failed(String what, String expression, RuntimeException failure) {
		if (this.logged.size() < MAX_MESSAGES && this.logged.add(what + expression + failure)) {
			logger.warn("'" + what + "' of " + this.repository + " cannot be evaluated for a user, who is refused: "
					+ expression, failure);
		}
	}

}
