package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.fusemount.core.mount.MountPlan;
import io.fusemount.data.jpa.rights.CallerContext;
import io.fusemount.data.jpa.template.PathTemplate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;

/**
 * The mappings of all exposed repositories, built once: those of files, and those of
 * directories.
 */
public final class FileMappings implements Iterable<FileMapping> {

	private static final Log logger = LogFactory.getLog(FileMappings.class);

	private final List<FileMapping> files = new ArrayList<>();

	private final List<FolderMapping> folders = new ArrayList<>();

	private final List<MappingException> failures = new ArrayList<>();

	private final CallerContext callers;

	private FileMappings(CallerContext callers) {
		this.callers = callers;
	}

	/**
	 * Finds and maps the repositories of an application with one mount.
	 * @param readOnly whether the mount refuses changes
	 */
	public static FileMappings detect(ListableBeanFactory beanFactory, DetectionStrategy strategy, boolean readOnly) {
		return detect(beanFactory, strategy, MountPlan.single(readOnly),
				new CallerContext(beanFactory, CallerContext.TIME_TO_LIVE));
	}

	/**
	 * Finds and maps the repositories, except those of disabled mounts. A repository
	 * without an annotation, exposed only by the strategy, is left out if it cannot be
	 * mapped.
	 * @param callers evaluates expressions about callers
	 * @throws MappingException if a repository with an annotation cannot be mapped; if
	 * there are several, the first exception {@linkplain Throwable#getSuppressed()
	 * suppresses} the others
	 */
	public static FileMappings detect(ListableBeanFactory beanFactory, DetectionStrategy strategy, MountPlan mounts,
			CallerContext callers) {
		FileMappings mappings = new FileMappings(callers);
		mappings.map(beanFactory, strategy, mounts);
		List<MappingException> failures = mappings.failures;
		if (!failures.isEmpty()) {
			MappingException first = failures.remove(0);
			failures.forEach(first::addSuppressed);
			throw first;
		}
		return mappings;
	}

	private void map(ListableBeanFactory beanFactory, DetectionStrategy strategy, MountPlan mounts) {
		PersistenceUnits units = new PersistenceUnits(beanFactory);
		UnaryOperator<String> placeholders = placeholders(beanFactory);
		Map<String, RepositoryFactoryInformation<?, ?>> repositories = new LinkedHashMap<>();
		for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory,
				RepositoryFactoryInformation.class, false, false)) {
			repositories.put(BeanFactoryUtils.transformedBeanName(name),
					beanFactory.getBean(name, RepositoryFactoryInformation.class));
		}
		List<Candidate> candidates = new ArrayList<>();
		repositories.forEach((name, factory) -> {
			FileMappingBuilder builder = new FileMappingBuilder(factory, this.callers);
			if (builder.isExposedBy(strategy)) {
				attempt(builder, () -> {
					String mount = builder.mount(mounts, placeholders);
					if (mount != null) {
						candidates.add(new Candidate(builder, name, mount, builder.template(units, placeholders)));
					}
				});
			}
		});
		Set<Class<?>> known = repositories.values()
			.stream()
			.map((factory) -> factory.getRepositoryInformation().getDomainType())
			.collect(Collectors.toSet());
		candidates.forEach((candidate) -> attempt(candidate.builder(),
				() -> map(candidate, candidates, beanFactory, units, mounts, known)));
	}

	private void map(Candidate candidate, List<Candidate> all, ListableBeanFactory beanFactory, PersistenceUnits units,
			MountPlan mounts, Set<Class<?>> known) {
		FileMappingBuilder builder = candidate.builder();
		String mount = candidate.mount();
		boolean readOnly = mounts.isReadOnly(mount);
		Map<FileMappingBuilder, PathTemplate> templates = all.stream()
			.filter((other) -> other.mount().equals(mount))
			.collect(Collectors.toMap(Candidate::builder, Candidate::template));
		Object repository = beanFactory.getBean(candidate.bean());
		if (builder.isDirectory(units, candidate.template(), templates)) {
			FolderMapping folder = builder.buildDirectories(repository, units, mount, readOnly, candidate.template(),
					known);
			requireFree(candidate);
			this.folders.add(folder);
		}
		else {
			FileMapping file = builder.build(repository, units, mount, readOnly, candidate.template(), known);
			requireFree(candidate);
			this.files.add(file);
		}
	}

	/**
	 * Requires that no other repository has the path: without variables, either could be
	 * meant.
	 */
	private void requireFree(Candidate candidate) {
		this.files
			.forEach((other) -> requireFree(candidate, other.mount(), other.template(), other.repositoryInterface()));
		this.folders
			.forEach((other) -> requireFree(candidate, other.mount(), other.template(), other.repositoryInterface()));
	}

	private static void requireFree(Candidate candidate, String mount, PathTemplate other, Class<?> repository) {
		PathTemplate own = candidate.template();
		if (candidate.mount().equals(mount) && own.isFixed() && other.isFixed() && own.overlaps(other)) {
			throw candidate.builder().overlaps(own, other, repository);
		}
	}

	private static UnaryOperator<String> placeholders(ListableBeanFactory beanFactory) {
		return (text) -> {
			String resolved = (beanFactory instanceof ConfigurableBeanFactory configurable)
					? configurable.resolveEmbeddedValue(text) : text;
			return (resolved != null) ? resolved : "";
		};
	}

	private void attempt(FileMappingBuilder builder, Runnable work) {
		try {
			work.run();
		}
		catch (MappingException ex) {
			if (builder.isAnnotated()) {
				this.failures.add(ex);
			}
			else {
				logger.info("Left out: " + ex.getMessage());
			}
		}
	}

	/**
	 * Returns the mappings of directories.
	 */
	public List<FolderMapping> folders() {
		return List.copyOf(this.folders);
	}

	@Override
	public Iterator<FileMapping> iterator() {
		return List.copyOf(this.files).iterator();
	}

	/**
	 * An exposed repository.
	 *
	 * @param bean the name of its bean
	 */
	private record Candidate(FileMappingBuilder builder, String bean, String mount, PathTemplate template) {

	}

}
