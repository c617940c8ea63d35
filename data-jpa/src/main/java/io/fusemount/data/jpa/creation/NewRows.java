package io.fusemount.data.jpa.creation;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.mapping.FileMapping;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.ResolvableType;

/**
 * What is known of the new rows of a repository before there are any: who completes them,
 * or why none can ever be stored.
 */
public final class NewRows {

	private final FileMapping mapping;

	private final List<FileInitializer<Object>> initializers;

	private final @Nullable String refusal;

	/**
	 * Looks for the initializers of the entity, and where there are none, for what is
	 * missing.
	 */
	public NewRows(FileMapping mapping, ListableBeanFactory beanFactory) {
		this.mapping = mapping;
		this.initializers = initializers(mapping.entity().type(), beanFactory);
		this.refusal = (mapping.writable() && this.initializers.isEmpty()) ? new MissingValues(mapping).describe()
				: null;
	}

	@SuppressWarnings("unchecked")
	private static List<FileInitializer<Object>> initializers(Class<?> entity, ListableBeanFactory beanFactory) {
		Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
		for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, FileInitializer.class)) {
			if (isFor(entity, name, beanFactory)) {
				found.add(beanFactory.getBean(name));
			}
		}
		// Their order may be that of the methods that make them, which only this one
		// knows.
		return beanFactory.getBeanProvider(FileInitializer.class)
			.orderedStream()
			.filter(found::contains)
			.map((initializer) -> (FileInitializer<Object>) initializer)
			.toList();
	}

	private static boolean isFor(Class<?> entity, String name, ListableBeanFactory beanFactory) {
		Class<?> type = declaredType(name, beanFactory).as(FileInitializer.class).getGeneric(0).resolve();
		if (type == null) {
			type = ResolvableType.forInstance(beanFactory.getBean(name))
				.as(FileInitializer.class)
				.getGeneric(0)
				.resolve();
		}
		if (type == null) {
			throw new IllegalStateException("The bean '" + name + "' does not say which entities it initializes: "
					+ "declare it as FileInitializer<" + entity.getSimpleName() + ">, with the entity in question");
		}
		return type.isAssignableFrom(entity);
	}

	/** An instance, which may be a lambda, does not know it. */
	private static ResolvableType declaredType(String name, ListableBeanFactory beanFactory) {
		return (beanFactory instanceof ConfigurableBeanFactory configurable && beanFactory.containsBeanDefinition(name))
				? configurable.getMergedBeanDefinition(name).getResolvableType() : ResolvableType.NONE;
	}

	/**
	 * Returns why no new row can ever be stored, or {@code null} if one may.
	 */
	public @Nullable String refusal() {
		return this.refusal;
	}

	/**
	 * Completes a new entity.
	 */
	public void complete(Object entity, String name) {
		if (!this.initializers.isEmpty()) {
			NewFile file = new NewFile(name, this.mapping.path(), Caller.current());
			this.initializers.forEach((initializer) -> initializer.initialize(entity, file));
		}
	}

}
