package io.fusemount.autoconfigure.advice;

import java.util.List;

/**
 * Advice about something that works but is probably a mistake.
 */
@FunctionalInterface
public interface Advice {

	/**
	 * Returns the advice, one line for each mistake.
	 */
	List<String> lines();

}
