package io.fusemount.data.jpa.directory;

import java.util.Iterator;
import java.util.LinkedHashSet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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

	/** Beyond this number, the oldest texts are forgotten. */
	private static final int MAX_TEXTS = 100_000;

	@GuardedBy("this")
	private final LinkedHashSet<SharedText> texts = new LinkedHashSet<>();

	private final String directory;

	@GuardedBy("this")
	private boolean told;

	SharedTexts(String directory) {
		this.directory = directory;
	}

	synchronized void add(Scope scope, String text) {
		if (!this.told) {
			this.told = true;
			logger.info("Several rows of '" + this.directory + "' have the same name, such as '" + text
					+ "': each is shown with its id, and the name alone stands for none of them");
		}
		if (this.texts.add(new SharedText(scope, text)) && this.texts.size() > MAX_TEXTS) {
			Iterator<SharedText> first = this.texts.iterator();
			first.next();
			first.remove();
		}
	}

	synchronized boolean isEmpty() {
		return this.texts.isEmpty();
	}

	synchronized boolean contains(Scope scope, String text) {
		return !this.texts.isEmpty() && this.texts.contains(new SharedText(scope, text));
	}

	/** Removes a text that no row has, or that was given to one row alone. */
	synchronized void remove(Scope scope, String text) {
		if (!this.texts.isEmpty()) {
			this.texts.remove(new SharedText(scope, text));
		}
	}

	/**
	 * A text in one directory.
	 *
	 * @param scope the directory
	 */
	private record SharedText(Scope scope, String text) {

	}

}
