package io.fusemount.data.jpa.creation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import jakarta.persistence.EntityListeners;
import jakarta.persistence.PrePersist;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerGroup;
import org.hibernate.event.service.spi.EventListenerGroups;
import org.hibernate.internal.EmptyInterceptor;
import org.hibernate.jpa.event.spi.CallbackType;
import org.hibernate.persister.entity.EntityPersister;

/**
 * The callbacks, listeners and interceptors of an application that see a new entity
 * before the database does and may set its values. Spring Data's auditing sets only the
 * properties that are annotated for it.
 *
 * @param persister the persister of the entity
 */
record Fillers(EntityPersister persister) {

	private static final String AUDITING = "org.springframework.data.jpa.domain.support.AuditingEntityListener";

	boolean exist() {
		SessionFactoryImplementor factory = this.persister.getFactory();
		boolean callbacks = factory.getEventEngine()
			.getCallbackRegistry()
			.hasRegisteredCallbacks(this.persister.getMappedClass(), CallbackType.PRE_PERSIST);
		return callbacks && !isAuditing()
				|| !(factory.getSessionFactoryOptions().getInterceptor() instanceof EmptyInterceptor)
				|| isListenedTo(factory);
	}

	/** Whether Spring Data's auditing is the only callback. */
	private boolean isAuditing() {
		List<Class<?>> types = Stream
			.<Class<?>>iterate(this.persister.getMappedClass(), (type) -> type != null && type != Object.class,
					Class::getSuperclass)
			.toList();
		boolean own = types.stream()
			.flatMap((type) -> Arrays.stream(type.getDeclaredMethods()))
			.anyMatch((method) -> method.isAnnotationPresent(PrePersist.class));
		List<String> listeners = types.stream()
			.flatMap((type) -> Stream.ofNullable(type.getDeclaredAnnotation(EntityListeners.class)))
			.flatMap((annotation) -> Arrays.stream(annotation.value()))
			.map(Class::getName)
			.toList();
		return !own && !listeners.isEmpty() && listeners.stream().allMatch(AUDITING::equals);
	}

	private static boolean isListenedTo(SessionFactoryImplementor factory) {
		EventListenerGroups groups = factory.getEventListenerGroups();
		List<String> listeners = new ArrayList<>();
		Stream.<EventListenerGroup<?>>of(groups.eventListenerGroup_PERSIST, groups.eventListenerGroup_PRE_INSERT)
			.forEach((group) -> group.fireLazyEventOnEachListener(() -> listeners,
					(listener, names) -> names.add(listener.getClass().getName())));
		return listeners.stream()
			.anyMatch((name) -> !name.startsWith("org.hibernate.") && !name.startsWith("io.fusemount."));
	}

}
