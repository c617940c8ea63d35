package io.fusemount.autoconfigure.advice;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * Finds classes and interfaces annotated with {@link FuseMount}, whatever else they are.
 */
final class AnnotatedClasses extends ClassPathScanningCandidateComponentProvider {

	private final @Nullable ClassLoader classLoader;

	AnnotatedClasses(ConfigurableApplicationContext context) {
		super(false, context.getEnvironment());
		setResourceLoader(context);
		addIncludeFilter(new AnnotationTypeFilter(FuseMount.class, false));
		this.classLoader = context.getBeanFactory().getBeanClassLoader();
	}

	@Override
	protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
		return true;
	}

	List<Class<?>> in(String basePackage) {
		List<Class<?>> types = new ArrayList<>();
		for (BeanDefinition found : findCandidateComponents(basePackage)) {
			try {
				types.add(ClassUtils.forName(String.valueOf(found.getBeanClassName()), this.classLoader));
			}
			catch (ClassNotFoundException | LinkageError ex) {
				// The class cannot be used here.
			}
		}
		return types;
	}

}
