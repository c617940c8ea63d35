package io.fusemount.data.jpa.directory;

import java.util.Iterator;
import java.util.LinkedHashSet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.data.jpa.scope.Scope;

/**
 * Texts in directories, the latest ones.
 */
final class RememberedTexts {

	/** Beyond this number, the oldest texts are forgotten. */
	private static final int MAX_TEXTS = 100_000;

	@GuardedBy("this")
	private final LinkedHashSet<Remembered> texts = new LinkedHashSet<>();

	/** Whether there has been a text: most directories never have one. */
	private volatile boolean used;

	synchronized void add(Scope scope, String text) {
		this.used = true;
		if (this.texts.add(new Remembered(scope, text)) && this.texts.size() > MAX_TEXTS) {
			Iterator<Remembered> first = this.texts.iterator();
			first.next();
			first.remove();
		}
	}

	boolean isEmpty() {
		if (!this.used) {
			return true;
		}
		synchronized (this) {
			return this.texts.isEmpty();
		}
	}

	boolean contains(Scope scope, String text) {
		if (!this.used) {
			return false;
		}
		synchronized (this) {
			return !this.texts.isEmpty() && this.texts.contains(new Remembered(scope, text));
		}
	}

	void remove(Scope scope, String text) {
		if (this.used) {
			synchronized (this) {
				if (!this.texts.isEmpty()) {
					this.texts.remove(new Remembered(scope, text));
				}
			}
		}
	}

	/**
	 * A text in one directory.
	 *
	 * @param scope the directory
	 */
	private record Remembered(Scope scope, String text) {

	}

}
