package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
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
	 * Finds the repositories and maps them. One that is exposed only because of the
	 * strategy and can not be mapped is left out; one with an annotation has to work.
	 * @throws MappingException if it does not
	 */
	public static FileMappings detect(ListableBeanFactory beanFactory, DetectionStrategy strategy, boolean readOnly) {
		PersistenceUnits units = new PersistenceUnits(beanFactory);
		List<FileMapping> mappings = new ArrayList<>();
		for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory,
				RepositoryFactoryInformation.class, false, false)) {
			FileMappingBuilder builder = new FileMappingBuilder(
					beanFactory.getBean(name, RepositoryFactoryInformation.class));
			if (builder.isExposedBy(strategy)) {
				Object repository = beanFactory.getBean(BeanFactoryUtils.transformedBeanName(name));
				add(builder, repository, units, readOnly, mappings);
			}
		}
		return new FileMappings(mappings);
	}

	private static void add(FileMappingBuilder builder, Object repository, PersistenceUnits units, boolean readOnly,
			List<FileMapping> mappings) {
		try {
			FileMapping mapping = builder.build(repository, units, readOnly);
			for (FileMapping other : mappings) {
				if (DirectoryPath.overlap(mapping.path(), other.path())) {
					throw builder.overlaps(mapping, other);
				}
			}
			mappings.add(mapping);
		}
		catch (MappingException ex) {
			if (builder.isAnnotated()) {
				throw ex;
			}
			logger.info("Left out: " + ex.getMessage());
		}
	}

	@Override
	public Iterator<FileMapping> iterator() {
		return this.mappings.iterator();
	}

}
