package io.fusemount.core.node;

import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Hears what a transaction of the current thread is about to commit, so that another
 * process finds out after a crash whether it has: a source of files tells the
 * {@linkplain RegularFile#key() key} and the {@linkplain RegularFile#versionText()
 * version} that the file will have, after its last statement and before the commit.
 */
public final class CommitWatch {

	private static final ThreadLocal<@Nullable BiConsumer<NodeKey, String>> CURRENT = new ThreadLocal<>();

	private CommitWatch() {
	}

	/**
	 * Tells what the transaction will commit. Of several files, or if the transaction is
	 * tried again, the last one counts.
	 */
	public static void foresee(NodeKey key, String versionText) {
		BiConsumer<NodeKey, String> current = CURRENT.get();
		if (current != null) {
			current.accept(key, versionText);
		}
	}

	/**
	 * Runs a transaction.
	 * @param foreseen is told what it will commit, within it
	 */
	public static <T> T during(BiConsumer<NodeKey, String> foreseen, Supplier<T> transaction) {
		BiConsumer<NodeKey, String> outer = CURRENT.get();
		CURRENT.set(foreseen);
		try {
			return transaction.get();
		}
		finally {
			if (outer != null) {
				CURRENT.set(outer);
			}
			else {
				CURRENT.remove();
			}
		}
	}

}
