package io.fusemount.autoconfigure.advice;

import java.util.List;

/**
 * What to do about something that works and is probably not meant.
 */
@FunctionalInterface
public interface Advice {

	/**
	 * Returns the advice, one line for each mistake.
	 */
	List<String> lines();

}
