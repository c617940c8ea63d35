package io.fusemount.data.jpa.feed;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Files and directories that may change without any trigger's announcing it.
 */
final class Unheard {

	private Unheard() {
	}

	/** Returns for people which those are, and why. */
	static List<String> of(List<KeyedRows> rows, Set<EntityPersister> deciding) {
		Stream<String> entities = Stream.concat(rows.stream().map((each) -> each.row().persister()), deciding.stream())
			.flatMap(Unheard::of);
		Stream<String> properties = rows.stream()
			.flatMap((each) -> each.row()
				.projected()
				.filter(FileProperty::isQuery)
				.map((property) -> each.row().name() + "." + property + " is a formula that asks other rows"));
		return Stream.concat(entities, properties).distinct().toList();
	}

	private static Stream<String> of(EntityPersister entity) {
		String name = entity.getMappedJavaType().getJavaTypeClass().getSimpleName();
		if (DatabaseKind.of(entity.getFactory()) != DatabaseKind.POSTGRESQL) {
			return Stream.of(name + " is not on PostgreSQL");
		}
		return WatchedTable.isQuery(entity.getIdentifierTableDetails().getTableName())
				? Stream.of(name + " is a query (@Subselect)") : Stream.empty();
	}

}
