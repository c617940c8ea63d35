package io.fusemount.data.jpa.database;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.fusemount.core.node.NodeKey;
import jakarta.persistence.EntityManager;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The files and directories that the current thread stores for the filesystem, under the
 * names that it has asked for. It knows what has become of them from the result: what
 * Hibernate tells of them after the commit is no news. It is if listeners of the
 * application have changed them once more, by a transaction and session of their own, or
 * if there is no result, because the application has failed after the commit.
 */
public final class OwnNodes {

	private static final ThreadLocal<@Nullable OwnNodes> CURRENT = new ThreadLocal<>();

	private final Map<NodeKey, Object> sessions = new HashMap<>();

	private final List<Runnable> untold = new ArrayList<>();

	private OwnNodes() {
	}

	/**
	 * Does work that stores some, to the end of its transaction.
	 */
	static <T> T storing(Supplier<T> work) {
		OwnNodes own = new OwnNodes();
		CURRENT.set(own);
		try {
			return work.get();
		}
		catch (RuntimeException | Error ex) {
			own.tell(ex);
			throw ex;
		}
		finally {
			CURRENT.remove();
		}
	}

	private void tell(Throwable failure) {
		for (Runnable news : this.untold) {
			try {
				news.run();
			}
			catch (RuntimeException ex) {
				failure.addSuppressed(ex);
			}
		}
	}

	/**
	 * Says which one is stored.
	 */
	public static void add(EntityManager entityManager, NodeKey node) {
		OwnNodes own = CURRENT.get();
		if (own != null) {
			own.sessions.put(node, entityManager.unwrap(SharedSessionContractImplementor.class));
		}
	}

	/**
	 * Whether the filesystem will know of what a session has stored anyway, if the work
	 * does not {@linkplain #onFailure fail}.
	 */
	public static boolean has(SharedSessionContractImplementor session, NodeKey node) {
		OwnNodes own = CURRENT.get();
		return own != null && own.sessions.get(node) == session;
	}

	/**
	 * Says what is to be done if the work fails after all, though its transaction has
	 * been committed.
	 */
	public static void onFailure(Runnable news) {
		OwnNodes own = CURRENT.get();
		if (own != null) {
			own.untold.add(news);
		}
	}

}
