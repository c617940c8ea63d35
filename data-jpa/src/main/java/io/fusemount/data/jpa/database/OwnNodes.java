package io.fusemount.data.jpa.database;

import java.util.HashMap;
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
 * application have changed them once more, by a transaction and session of their own.
 */
public final class OwnNodes {

	private static final ThreadLocal<@Nullable Map<NodeKey, Object>> STORED = new ThreadLocal<>();

	private OwnNodes() {
	}

	/**
	 * Does work that stores some, to the end of its transaction.
	 */
	static <T> T storing(Supplier<T> work) {
		STORED.set(new HashMap<>());
		try {
			return work.get();
		}
		finally {
			STORED.remove();
		}
	}

	/**
	 * Says which one is stored.
	 */
	public static void add(EntityManager entityManager, NodeKey node) {
		Map<NodeKey, Object> stored = STORED.get();
		if (stored != null) {
			stored.put(node, entityManager.unwrap(SharedSessionContractImplementor.class));
		}
	}

	/**
	 * Whether the filesystem knows of what a session has stored anyway.
	 */
	public static boolean has(SharedSessionContractImplementor session, NodeKey node) {
		Map<NodeKey, Object> stored = STORED.get();
		return stored != null && stored.get(node) == session;
	}

}
