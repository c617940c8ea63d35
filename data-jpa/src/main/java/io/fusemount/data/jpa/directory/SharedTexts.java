package io.fusemount.data.jpa.directory;

import java.util.concurrent.atomic.AtomicBoolean;

import io.fusemount.data.jpa.scope.Scope;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The texts that several rows were seen to share. A shared text does not become the plain
 * name of the last row that has it: a program that acts on a listing must not meet
 * another row under a name that it knows.
 */
final class SharedTexts {

	private static final Log logger = LogFactory.getLog(SharedTexts.class);

	private final RememberedTexts texts = new RememberedTexts();

	private final AtomicBoolean told = new AtomicBoolean();

	private final String directory;

	SharedTexts(String directory) {
		this.directory = directory;
	}

	void add(Scope scope, String text) {
		if (this.told.compareAndSet(false, true)) {
			logger.info("Several rows of '" + this.directory + "' have the same name, such as '" + text
					+ "': each is shown with its id, and the name alone stands for none of them");
		}
		this.texts.add(scope, text);
	}

	boolean isEmpty() {
		return this.texts.isEmpty();
	}

	boolean contains(Scope scope, String text) {
		return this.texts.contains(scope, text);
	}

	/** Removes a text that no row has, or that was given to one row alone. */
	void remove(Scope scope, String text) {
		this.texts.remove(scope, text);
	}

}
