package io.fusemount.data.jpa.directory;

import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The names that rows can be given.
 */
final class FreeNames {

	private final RowMapping row;

	private final RowQueries queries;

	FreeNames(RowMapping row, RowQueries queries) {
		this.row = row;
		this.queries = queries;
	}

	/**
	 * Returns the text that a row has to have for a name.
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
	 * Requires that no row of a directory has a text, where a constraint does not say so
	 * itself.
	 * @param own the id of the row that may have the text, {@code null} for none
	 * @throws ErrnoException {@code EEXIST} if one has
	 */
	void require(EntityManager entityManager, Scope scope, String text, @Nullable Object own) {
		if (!this.queries.isSharing(scope)) {
			return;
		}
		for (Row found : this.queries.find(entityManager, scope, List.of(text), null)) {
			if (text.equals(found.text()) && (found.shared() || !found.id().equals(own))) {
				throw new ErrnoException(Errno.EEXIST,
						(found.shared() ? "Several rows have the name '" : "The name is taken: '") + text + "'");
			}
		}
	}

}
