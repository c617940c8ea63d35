package io.fusemount.autoconfigure.statements;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.hibernate.resource.jdbc.spi.StatementInspector;

/**
 * The statements that an application in this JVM sends to its database. Allocations of
 * new ids are left out, because the time of the next one depends on earlier changes.
 */
public final class SentStatements implements StatementInspector {

	/** Static, because Hibernate makes an inspector of its own of this class. */
	private static final Queue<String> SENT = new ConcurrentLinkedQueue<>();

	private static final long serialVersionUID = 1L;

	@Override
	public String inspect(String sql) {
		if (!sql.contains("_seq")) {
			SENT.add(sql);
		}
		return sql;
	}

	static void clear() {
		SENT.clear();
	}

	static List<String> all() {
		return List.copyOf(SENT);
	}

}
