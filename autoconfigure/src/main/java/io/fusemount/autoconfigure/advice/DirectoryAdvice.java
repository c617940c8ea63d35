package io.fusemount.autoconfigure.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fusemount.annotation.FuseMount;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.core.node.Directory;

import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Finds {@link FuseMount} annotations that have no effect, and reports empty mounts.
 */
public final class DirectoryAdvice implements Advice {

	private final ConfigurableApplicationContext context;

	private final List<DirectorySource> sources;

	private final List<String> mounts;

	private final List<Class<?>> annotatedClasses;

	/**
	 * Creates the advice while the application starts, because the class metadata read by
	 * component scanning is dropped after the start.
	 * @param sources the sources of the directories of the mounts
	 * @param mounts the names of the mounts
	 */
	public DirectoryAdvice(ConfigurableApplicationContext context, List<DirectorySource> sources, List<String> mounts) {
		this.context = context;
		this.sources = sources;
		this.mounts = mounts;
		this.annotatedClasses = annotatedClasses(context);
	}

	@Override
	public List<String> lines() {
		List<String> lines = new ArrayList<>();
		for (Class<?> type : this.annotatedClasses) {
			if (!isBean(type)) {
				lines.add(misplaced(type));
			}
			else if (!Directory.class.isAssignableFrom(type) && !isRepository(type)) {
				lines.add(noDirectory(type));
			}
		}
		if (lines.isEmpty()) {
			this.mounts.stream().filter(this::isEmpty).map(this::empty).forEach(lines::add);
		}
		return lines;
	}

	private static List<Class<?>> annotatedClasses(ConfigurableApplicationContext context) {
		List<Class<?>> types = new ArrayList<>();
		if (AutoConfigurationPackages.has(context.getBeanFactory())) {
			AnnotatedClasses classes = new AnnotatedClasses(context);
			AutoConfigurationPackages.get(context.getBeanFactory()).forEach((name) -> types.addAll(classes.in(name)));
		}
		return types.stream().filter(DirectoryAdvice::isExported).distinct().toList();
	}

	private static boolean isExported(Class<?> type) {
		return MergedAnnotations.from(type).get(FuseMount.class).getValue("exported", Boolean.class).orElse(true);
	}

	private boolean isBean(Class<?> type) {
		return this.context.getBeanNamesForType(type, true, false).length > 0;
	}

	/** Compares names, because Spring Data may not be on the classpath. */
	private static boolean isRepository(Class<?> type) {
		return type.getName().equals("org.springframework.data.repository.Repository")
				|| MergedAnnotations.from(type).isPresent("org.springframework.data.repository.RepositoryDefinition")
				|| Arrays.stream(type.getInterfaces()).anyMatch(DirectoryAdvice::isRepository);
	}

	private static String misplaced(Class<?> type) {
		if (MergedAnnotations.from(type).isPresent("jakarta.persistence.Entity")) {
			return ("@FuseMount has no effect on the entity %s: put it on the repository, "
					+ "@FuseMount interface %sRepository extends JpaRepository<%s, …>")
				.formatted(type.getName(), type.getSimpleName(), type.getSimpleName());
		}
		if (isRepository(type)) {
			return ("@FuseMount has no effect on %s: Spring Data has not created a repository for it. "
					+ "Is it in a package that is scanned (@EnableJpaRepositories), and is there a DataSource?")
				.formatted(type.getName());
		}
		return noDirectory(type);
	}

	private static String noDirectory(Class<?> type) {
		return ("@FuseMount has no effect on %s: put it on a Spring Data JPA repository, "
				+ "or on a bean that implements %s")
			.formatted(type.getName(), Directory.class.getName());
	}

	private boolean isEmpty(String mount) {
		List<String> paths = new ArrayList<>();
		this.sources.forEach((source) -> source.forEach(mount, (path, directory) -> paths.add(path)));
		return paths.isEmpty();
	}

	private String empty(String mount) {
		// Apart from beans that are directories, repositories are the only source.
		if (this.sources.size() < 2) {
			return "The mount is empty: the application has no repositories of Spring Data JPA "
					+ "(add spring-boot-starter-data-jpa and a DataSource)";
		}
		if (this.mounts.size() > 1) {
			return "The mount '%1$s' is empty: no repository has @FuseMount(mount = \"%1$s\")".formatted(mount);
		}
		return "The mount is empty: no repository has @FuseMount. Put it on the repository of an entity that keeps "
				+ "files: @FuseMount(\"contracts\") interface ContractRepository extends JpaRepository<Contract, …>";
	}

}
