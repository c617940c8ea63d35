package io.fusemount.data.jpa.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hibernate.resource.jdbc.spi.StatementInspector;

/**
 * What Hibernate sends to the database.
 */
public final class Statements implements StatementInspector {

	private static final long serialVersionUID = 1L;

	private final transient List<String> statements = new CopyOnWriteArrayList<>();

	@Override
	public String inspect(String sql) {
		this.statements.add(sql);
		return sql;
	}

	public void clear() {
		this.statements.clear();
	}

	public List<String> all() {
		return List.copyOf(this.statements);
	}

}
