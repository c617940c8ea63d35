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
 * The files and directories that the current thread stores for the filesystem under the
 * requested names. The filesystem learns the outcome from the result, so Hibernate's
 * reports after the commit are no news. They are news if listeners of the application
 * have changed the nodes once more, in a transaction and session of their own, or if
 * there is no result because the application failed after the commit.
 */
public final class OwnNodes {

	private static final ThreadLocal<@Nullable OwnNodes> CURRENT = new ThreadLocal<>();

	private final Map<NodeKey, Object> sessions = new HashMap<>();

	private final List<Runnable> untold = new ArrayList<>();

	private OwnNodes() {
	}

	/**
	 * Does work that stores nodes, until the end of its transaction.
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
	 * Records that a node is stored.
	 */
	public static void add(EntityManager entityManager, NodeKey node) {
		OwnNodes own = CURRENT.get();
		if (own != null) {
			own.sessions.put(node, entityManager.unwrap(SharedSessionContractImplementor.class));
		}
	}

	/**
	 * Whether the filesystem learns anyway of a node that a session has stored, if the
	 * work does not {@linkplain #onFailure fail}.
	 */
	public static boolean has(SharedSessionContractImplementor session, NodeKey node) {
		OwnNodes own = CURRENT.get();
		return own != null && own.sessions.get(node) == session;
	}

	/**
	 * Registers news to report if the work fails although its transaction was committed.
	 */
	public static void onFailure(Runnable news) {
		OwnNodes own = CURRENT.get();
		if (own != null) {
			own.untold.add(news);
		}
	}

}
