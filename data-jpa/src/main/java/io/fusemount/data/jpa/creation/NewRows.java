package io.fusemount.data.jpa.creation;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FolderMapping;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/**
 * The initializers that complete the new rows of a repository, or the reason why no row
 * can ever be stored, both known before any row is created.
 */
public final class NewRows {

	private final List<FileInitializer<Object>> initializers;

	private final @Nullable String refusal;

	private NewRows(NewRow row, ListableBeanFactory beanFactory) {
		this.initializers = initializers(row.entity().type(), beanFactory);
		this.refusal = (row.writable() && this.initializers.isEmpty()) ? new MissingValues(row).describe() : null;
	}

	/**
	 * Finds the initializers of a file's entity and, if there are none, the missing
	 * values.
	 */
	public NewRows(FileMapping mapping, ListableBeanFactory beanFactory) {
		this(NewRow.of(mapping), beanFactory);
	}

	/**
	 * Finds the initializers of a directory's entity and, if there are none, the missing
	 * values.
	 */
	public NewRows(FolderMapping mapping, ListableBeanFactory beanFactory) {
		this(NewRow.of(mapping), beanFactory);
	}

	@SuppressWarnings("unchecked")
	private static List<FileInitializer<Object>> initializers(Class<?> entity, ListableBeanFactory beanFactory) {
		List<FileInitializer<Object>> found = new ArrayList<>();
		Map<Object, String> names = new IdentityHashMap<>();
		for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, FileInitializer.class)) {
			if (isFor(entity, name, beanFactory)) {
				found.add((FileInitializer<Object>) beanFactory.getBean(name, FileInitializer.class));
				names.put(found.get(found.size() - 1), name);
			}
		}
		found.sort(AnnotationAwareOrderComparator.INSTANCE.withSourceProvider(
				(initializer) -> orderSources(definition(String.valueOf(names.get(initializer)), beanFactory))));
		return List.copyOf(found);
	}

	/** Returns the sources of a bean's order, which include its factory method. */
	private static @Nullable Object orderSources(@Nullable BeanDefinition definition) {
		if (!(definition instanceof RootBeanDefinition root)) {
			return null;
		}
		Ordered declared = (root.getAttribute(AbstractBeanDefinition.ORDER_ATTRIBUTE) instanceof Integer order)
				? () -> order : null;
		return Stream.<@Nullable Object>of(declared, root.getResolvedFactoryMethod(), root.getTargetType())
			.filter(Objects::nonNull)
			.toArray();
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

	/** Returns the type from the bean definition: a lambda does not know its own. */
	private static ResolvableType declaredType(String name, ListableBeanFactory beanFactory) {
		BeanDefinition definition = definition(name, beanFactory);
		return (definition != null) ? definition.getResolvableType() : ResolvableType.NONE;
	}

	private static @Nullable BeanDefinition definition(String name, ListableBeanFactory beanFactory) {
		return (beanFactory instanceof ConfigurableBeanFactory configurable && beanFactory.containsBeanDefinition(name))
				? configurable.getMergedBeanDefinition(name) : null;
	}

	/**
	 * Returns why no new row can ever be stored, or {@code null} if rows can be.
	 */
	public @Nullable String refusal() {
		return this.refusal;
	}

	/**
	 * Completes a new entity.
	 * @param directory the path of its directory
	 */
	public void complete(Object entity, String name, String directory) {
		if (!this.initializers.isEmpty()) {
			NewFile file = new NewFile(name, directory, Caller.current());
			this.initializers.forEach((initializer) -> initializer.initialize(entity, file));
		}
	}

}
