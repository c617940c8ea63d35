package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;

import io.fusemount.core.mount.MountPlan;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;

/**
 * The mappings of all repositories that are exposed, built once.
 */
public final class FileMappings implements Iterable<FileMapping> {

	private static final Log logger = LogFactory.getLog(FileMappings.class);

	private final List<FileMapping> mappings;

	private FileMappings(List<FileMapping> mappings) {
		this.mappings = List.copyOf(mappings);
	}

	/**
	 * Finds and maps the repositories of an application with one mount.
	 * @param readOnly whether it refuses changes
	 */
	public static FileMappings detect(ListableBeanFactory beanFactory, DetectionStrategy strategy, boolean readOnly) {
		return detect(beanFactory, strategy, MountPlan.single(readOnly));
	}

	/**
	 * Finds the repositories and maps them, but those of a mount that is not to be
	 * mounted. One that is exposed only because of the strategy and can not be mapped is
	 * left out; one with an annotation has to work.
	 * @throws MappingException if it does not; if there are several, the others are
	 * {@linkplain Throwable#getSuppressed() suppressed} by the first one
	 */
	public static FileMappings detect(ListableBeanFactory beanFactory, DetectionStrategy strategy, MountPlan mounts) {
		PersistenceUnits units = new PersistenceUnits(beanFactory);
		UnaryOperator<String> placeholders = placeholders(beanFactory);
		List<FileMapping> mappings = new ArrayList<>();
		List<MappingException> failures = new ArrayList<>();
		for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory,
				RepositoryFactoryInformation.class, false, false)) {
			FileMappingBuilder builder = new FileMappingBuilder(
					beanFactory.getBean(name, RepositoryFactoryInformation.class));
			if (builder.isExposedBy(strategy)) {
				try {
					String mount = builder.mount(mounts, placeholders);
					if (mount != null) {
						Object repository = beanFactory.getBean(BeanFactoryUtils.transformedBeanName(name));
						add(builder, builder.build(repository, units, mount, mounts.isReadOnly(mount), placeholders),
								mappings);
					}
				}
				catch (MappingException ex) {
					leaveOut(builder, ex, failures);
				}
			}
		}
		if (!failures.isEmpty()) {
			MappingException first = failures.remove(0);
			failures.forEach(first::addSuppressed);
			throw first;
		}
		return new FileMappings(mappings);
	}

	private static UnaryOperator<String> placeholders(ListableBeanFactory beanFactory) {
		return (text) -> {
			String resolved = (beanFactory instanceof ConfigurableBeanFactory configurable)
					? configurable.resolveEmbeddedValue(text) : text;
			return (resolved != null) ? resolved : "";
		};
	}

	private static void add(FileMappingBuilder builder, FileMapping mapping, List<FileMapping> mappings) {
		for (FileMapping other : mappings) {
			if (mapping.mount().equals(other.mount()) && DirectoryPath.overlap(mapping.path(), other.path())) {
				throw builder.overlaps(mapping, other);
			}
		}
		mappings.add(mapping);
	}

	private static void leaveOut(FileMappingBuilder builder, MappingException failure,
			List<MappingException> failures) {
		if (builder.isAnnotated()) {
			failures.add(failure);
		}
		else {
			logger.info("Left out: " + failure.getMessage());
		}
	}

	@Override
	public Iterator<FileMapping> iterator() {
		return this.mappings.iterator();
	}

}
