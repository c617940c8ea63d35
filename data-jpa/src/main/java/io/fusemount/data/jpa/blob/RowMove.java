package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.IdConditions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;

/**
 * Assigns the content column of one row to another within the database.
 */
final class RowMove {

	private final EntityMapping entity;

	RowMove(EntityMapping entity) {
		this.entity = entity;
	}

	void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion) {
		String content = this.entity.content().name();
		IdConditions ids = this.entity.id().conditions();
		String update = incrementVersion ? "update versioned " : "update ";
		Query query = entityManager
			.createQuery(update + this.entity.name() + " e set e." + content + " = (select s." + content + " from "
					+ this.entity.name() + " s where " + ids.is("s", "from") + ") where " + ids.is("e", "to"));
		ids.bind(query, "from", from);
		ids.bind(query, "to", to);
		query.executeUpdate();
	}

}
