package io.fusemount.data.jpa;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.change.EntityChangeFeed;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.ApplicationFirst;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.JpaErrnoTranslator;
import io.fusemount.data.jpa.directory.RepositoryDirectory;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.mapping.MappingWarnings;
import io.fusemount.data.jpa.mapping.PersistenceUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The repositories of an application as directories, with all that belongs to them. Made
 * once, when the repositories can be used.
 */
public final class JpaDirectories {

	private static final Log logger = LogFactory.getLog(JpaDirectories.class);

	private final Map<String, Map<String, Directory>> directories = new LinkedHashMap<>();

	private final ChangeFeed changeFeed;

	private final ErrnoTranslator errnoTranslator;

	/**
	 * Finds and maps the repositories.
	 * @throws io.fusemount.data.jpa.mapping.MappingException if one can not be mapped
	 */
	public JpaDirectories(ListableBeanFactory beanFactory, JpaSettings settings, DatabasePermits permits) {
		List<FileMapping> mappings = new ArrayList<>();
		FileMappings.detect(beanFactory, settings.detection(), settings.mounts()).forEach(mappings::add);
		Set<String> nameColumns = mappings.stream()
			.flatMap((mapping) -> mapping.entity().nameMarks().stream())
			.collect(Collectors.toSet());
		this.errnoTranslator = new ApplicationFirst(
				() -> beanFactory.getBeanProvider(ErrnoTranslator.class).orderedStream(),
				new JpaErrnoTranslator(nameColumns));
		for (FileMapping mapping : mappings) {
			PersistenceUnit unit = mapping.unit();
			DatabaseAccess access = new DatabaseAccess(unit.entityManagerFactory(), unit.transactionManager(),
					settings.timeout(), permits, this.errnoTranslator);
			NewRows newRows = new NewRows(mapping, beanFactory);
			this.directories.computeIfAbsent(mapping.mount(), (name) -> new LinkedHashMap<>())
				.put(mapping.path(), new RepositoryDirectory(mapping, newRows, access, settings.pageSize(),
						settings.maxInMemoryContent()));
			logger.info(describe(mapping, newRows));
			advise(mapping);
		}
		this.changeFeed = new EntityChangeFeed(mappings);
	}

	private static String describe(FileMapping mapping, NewRows newRows) {
		String creatable = mapping.writable() ? "creatable" : "not creatable";
		if (newRows.refusal() != null) {
			creatable = "not creatable: " + newRows.refusal();
		}
		String mount = mapping.mount().equals(MountPlan.DEFAULT_NAME) ? "" : " of '" + mapping.mount() + "'";
		return "Directory " + mapping.path() + mount + ": " + mapping.repositoryInterface().getName() + ", content "
				+ mapping.entity().type().getSimpleName() + "." + mapping.entity().content() + ", "
				+ (mapping.writable() ? "writable" : "not writable") + ", "
				+ (mapping.deletable() ? "deletable" : "not deletable") + ", " + creatable;
	}

	private static void advise(FileMapping mapping) {
		MappingWarnings.of(mapping).forEach(logger::warn);
		if (!mapping.entity().nameColumn().unique()) {
			logger.info(mapping.entity().name() + "." + mapping.entity().fileName()
					+ " is not declared unique: files of the same name "
					+ "get ~id, and every listing looks for them; an index on the column makes that cheap");
		}
	}

	/**
	 * Returns the directories of the mount {@value MountPlan#DEFAULT_NAME} by their path
	 * relative to the mount point.
	 */
	public Map<String, Directory> directories() {
		return directories(MountPlan.DEFAULT_NAME);
	}

	/**
	 * Returns the directories of a mount by their path relative to its mount point.
	 */
	public Map<String, Directory> directories(String mount) {
		return Collections.unmodifiableMap(this.directories.getOrDefault(mount, Map.of()));
	}

	/**
	 * Returns the news about the files in them.
	 */
	public ChangeFeed changeFeed() {
		return this.changeFeed;
	}

	/**
	 * Returns the translator for what JPA, Spring and the database throw. The directories
	 * use it themselves; it serves what else of the application works with the database.
	 */
	public ErrnoTranslator errnoTranslator() {
		return this.errnoTranslator;
	}

}
