package io.fusemount.data.jpa.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate sends to the database.
 */
public final class Statements implements StatementInspector {

	private static final long serialVersionUID = 1L;

	private final transient List<String> statements = new CopyOnWriteArrayList<>();

	private transient @Nullable Predicate<String> awaited;

	private transient @Nullable Runnable work;

	@Override
	public String inspect(String sql) {
		take(sql).run();
		this.statements.add(sql);
		return sql;
	}

	private synchronized Runnable take(String sql) {
		Runnable next = this.work;
		if (next == null || this.awaited == null || !this.awaited.test(sql)) {
			return () -> {
			};
		}
		this.work = null;
		return next;
	}

	/**
	 * Does something in the middle of what a thread does, once, before it sends the first
	 * statement of a kind.
	 */
	public synchronized void before(Predicate<String> statement, Runnable work) {
		this.awaited = statement;
		this.work = work;
	}

	public void clear() {
		this.statements.clear();
	}

	public List<String> all() {
		return List.copyOf(this.statements);
	}

	/** Returns how many of them have read content: nothing else selects it. */
	public long fetches() {
		return all().stream()
			.filter((sql) -> sql
				.matches("select \\w+\\.document from.*|select (.*,)?(lo_get|(case when .* then )?substring)\\(.*"))
			.count();
	}

}
