package io.fusemount.data.jpa.enhanced;

import java.lang.reflect.Field;

import jakarta.persistence.PreUpdate;

/** Sets a field past the methods of its entity, as the listener of Spring Data does. */
public class Auditing {

	@PreUpdate
	void touch(Object entity) throws ReflectiveOperationException {
		Field changedBy = entity.getClass().getDeclaredField("changedBy");
		changedBy.setAccessible(true);
		changedBy.set(entity, "listener");
	}

}
