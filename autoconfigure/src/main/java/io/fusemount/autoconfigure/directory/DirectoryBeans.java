package io.fusemount.autoconfigure.directory;

import java.util.function.BiConsumer;

import io.fusemount.annotation.FuseMount;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.mount.UnknownMountException;
import io.fusemount.core.node.Directory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.StringUtils;

/**
 * The beans of the application that are directories themselves and declare their paths
 * with {@link FuseMount}.
 */
public final class DirectoryBeans implements DirectorySource {

	private final ListableBeanFactory beanFactory;

	private final MountPlan mounts;

	public DirectoryBeans(ListableBeanFactory beanFactory, MountPlan mounts) {
		this.beanFactory = beanFactory;
		this.mounts = mounts;
	}

	@Override
	public void forEach(String mount, BiConsumer<String, Directory> action) {
		this.beanFactory.getBeansOfType(Directory.class).forEach((name, directory) -> {
			FuseMount annotation = this.beanFactory.findAnnotationOnBean(name, FuseMount.class);
			if (annotation != null && annotation.exported() && mount.equals(find(annotation, name))) {
				requireNoConditions(annotation, name);
				action.accept(path(resolve(annotation.value()), name),
						annotation.readOnly() ? new ReadOnlyDirectory(directory) : directory);
			}
		});
	}

	private static void requireNoConditions(FuseMount annotation, String beanName) {
		if (!annotation.readable().isEmpty() || !annotation.writable().isEmpty()) {
			throw new DirectoryPathException("The bean '" + beanName + "' cannot have the conditions readable and "
					+ "writable, which are about rows of a repository: a Directory tells by audiences() who sees what",
					null);
		}
	}

	private @Nullable String find(FuseMount annotation, String beanName) {
		try {
			return this.mounts.find(resolve(annotation.mount()));
		}
		catch (UnknownMountException ex) {
			throw ex.of("The directory of the bean '" + beanName + "'");
		}
	}

	private String resolve(String value) {
		String resolved = (this.beanFactory instanceof ConfigurableBeanFactory configurable)
				? configurable.resolveEmbeddedValue(value) : value;
		return (resolved != null) ? resolved : "";
	}

	private static String path(String value, String beanName) {
		String path = StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(value, '/'), '/');
		return path.isEmpty() ? beanName : path;
	}

}
