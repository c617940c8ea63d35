package io.fusemount.autoconfigure.directory;

import java.util.function.BiConsumer;

import io.fusemount.annotation.FuseMount;
import io.fusemount.core.node.Directory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.StringUtils;

/**
 * The beans of the application that are directories themselves and say where they appear
 * by {@link FuseMount}.
 */
public final class DirectoryBeans implements DirectorySource {

	private final ListableBeanFactory beanFactory;

	public DirectoryBeans(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public void forEach(BiConsumer<String, Directory> action) {
		this.beanFactory.getBeansOfType(Directory.class).forEach((name, directory) -> {
			FuseMount mount = this.beanFactory.findAnnotationOnBean(name, FuseMount.class);
			if (mount != null && mount.exported()) {
				action.accept(path(resolve(mount.value()), name),
						mount.readOnly() ? new ReadOnlyDirectory(directory) : directory);
			}
		});
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
