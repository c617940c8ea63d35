package io.fusemount.core.operation;

import java.util.List;

import io.fusemount.core.errno.ErrnoTranslators;

/**
 * Steps that are not observed.
 */
public final class UnseenSteps {

	private UnseenSteps() {
	}

	public static Steps create() {
		return new Steps(new OperationListener() {
		}, new ErrnoTranslators(List.of())::translate);
	}

}
