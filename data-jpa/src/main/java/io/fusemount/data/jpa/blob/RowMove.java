package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;

/**
 * Lets one row have the value of another one's content column, in the database itself.
 */
final class RowMove {

	private final EntityMapping entity;

	RowMove(EntityMapping entity) {
		this.entity = entity;
	}

	void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion) {
		String content = this.entity.content().name();
		String id = this.entity.id().name();
		String update = incrementVersion ? "update versioned " : "update ";
		entityManager
			.createQuery(update + this.entity.name() + " e set e." + content + " = (select s." + content + " from "
					+ this.entity.name() + " s where s." + id + " = :from) where e." + id + " = :to")
			.setParameter("from", from)
			.setParameter("to", to)
			.executeUpdate();
	}

}
