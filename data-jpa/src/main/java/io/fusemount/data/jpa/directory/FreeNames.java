package io.fusemount.data.jpa.directory;

import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * Checks and locks the names to give to rows.
 */
final class FreeNames {

	private final RowMapping row;

	private final RowQueries queries;

	private final RowLookup lookup;

	private final DatabaseAccess access;

	FreeNames(RowMapping row, RowQueries queries, RowLookup lookup, DatabaseAccess access) {
		this.row = row;
		this.queries = queries;
		this.lookup = lookup;
		this.access = access;
	}

	/**
	 * Returns the text that a row must have for a name.
	 * @throws ErrnoException {@code EINVAL} or {@code ENAMETOOLONG} if no row can have it
	 */
	String text(Name name) {
		String text = NameCodec.decode(name);
		if (this.row.nameText().parse(text) == null) {
			throw new ErrnoException(Errno.EINVAL,
					"'" + name + "' is no value of " + this.row.name() + "." + this.row.fileName());
		}
		this.row.nameColumn().require(text, this.row.name() + "." + this.row.fileName());
		return text;
	}

	/**
	 * Requires a free name for a new row, and keeps it free until the transaction ends.
	 * Must be called first in the transaction.
	 * @throws ErrnoException {@code EEXIST} if a row has the name
	 */
	void take(EntityManager entityManager, RowDirectory in, String text) {
		lock(entityManager, in, text);
		require(entityManager, in, text, null);
	}

	/**
	 * Locks a name of a directory until the transaction ends, where no unique key keeps
	 * the names of the directory apart. Must be called first in the transaction, which
	 * then sees what other nodes have created.
	 */
	void lock(EntityManager entityManager, RowDirectory in, String text) {
		List<RowTexts> beside = in.beside().get();
		if (!beside.isEmpty() || this.queries.isSharing(in.scope())) {
			this.access.nameLocks()
				.take(entityManager,
						Stream.concat(Stream.of(new RowTexts(this.row, this.lookup, in.scope())), beside.stream())
							.map((texts) -> texts.identity(text))
							.toList());
		}
	}

	/**
	 * Requires that no row of a directory has a text, where no constraint ensures it.
	 * @param own the id of the row that may have the text, {@code null} for none
	 * @throws ErrnoException {@code EEXIST} if a row has the text
	 */
	void require(EntityManager entityManager, RowDirectory in, String text, @Nullable Object own) {
		if (this.queries.isSharing(in.scope())) {
			requireAmongOwn(entityManager, in.scope(), text, own);
		}
		List<Name> name = List.of(NameCodec.encode(text));
		for (RowTexts other : in.beside().get()) {
			if (!other.among(entityManager, name).isEmpty()) {
				throw new ErrnoException(Errno.EEXIST,
						"The name is taken by a " + other.row().name() + ": '" + text + "'");
			}
		}
	}

	private void requireAmongOwn(EntityManager entityManager, Scope scope, String text, @Nullable Object own) {
		for (Row found : this.queries.find(entityManager, scope, List.of(text), null)) {
			if (text.equals(found.text()) && (found.shared() || !found.id().equals(own))) {
				throw new ErrnoException(Errno.EEXIST,
						(found.shared() ? "Several rows have the name '" : "The name is taken: '") + text + "'");
			}
		}
	}

}
