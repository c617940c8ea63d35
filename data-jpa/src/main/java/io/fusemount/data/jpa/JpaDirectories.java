package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.change.EntityChangeFeed;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.ApplicationFirst;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.JpaErrnoTranslator;
import io.fusemount.data.jpa.feed.ConnectionSource;
import io.fusemount.data.jpa.feed.PostgresChangeFeed;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.MappingWarnings;
import io.fusemount.data.jpa.mapping.PersistenceUnit;
import io.fusemount.data.jpa.rights.CallerContext;
import io.fusemount.data.jpa.tree.KeyedRows;
import io.fusemount.data.jpa.tree.Trees;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The repositories of an application as directories, with everything that belongs to
 * them. Created once the repositories can be used.
 */
public final class JpaDirectories {

	private static final Log logger = LogFactory.getLog(JpaDirectories.class);

	private final Map<String, Map<String, Directory>> directories = new LinkedHashMap<>();

	/** The rows of each mount. */
	private final List<List<KeyedRows>> rows = new ArrayList<>();

	private final Set<EntityPersister> deciding = new LinkedHashSet<>();

	private final ChangeFeed changeFeed;

	/** The feed that announces every change, {@code null} if there is none. */
	private volatile @Nullable ChangeFeed announcing;

	private final ErrnoTranslator errnoTranslator;

	/**
	 * Finds and maps the repositories.
	 * @throws io.fusemount.data.jpa.mapping.MappingException if a repository cannot be
	 * mapped
	 */
	public JpaDirectories(ListableBeanFactory beanFactory, JpaSettings settings, DatabasePermits permits) {
		FileMappings mappings = FileMappings.detect(beanFactory, settings.detection(), settings.mounts(),
				new CallerContext(beanFactory, settings.callersTimeToLive()));
		List<FileMapping> files = new ArrayList<>();
		mappings.forEach(files::add);
		List<FolderMapping> folders = mappings.folders();
		Set<String> nameColumns = Stream
			.concat(files.stream().map((mapping) -> mapping.entity().row()), folders.stream().map(FolderMapping::row))
			.flatMap((row) -> row.nameMarks().stream())
			.collect(Collectors.toSet());
		this.errnoTranslator = new ApplicationFirst(
				() -> beanFactory.getBeanProvider(ErrnoTranslator.class).orderedStream(),
				new JpaErrnoTranslator(nameColumns));
		List<String> unkept = new ArrayList<>();
		Trees.Resources resources = resources(beanFactory, settings, permits);
		Stream.concat(files.stream().map(FileMapping::mount), folders.stream().map(FolderMapping::mount))
			.distinct()
			.forEach((mount) -> {
				Trees trees = new Trees(folders.stream().filter((it) -> it.mount().equals(mount)).toList(),
						files.stream().filter((it) -> it.mount().equals(mount)).toList(), resources);
				this.directories.put(mount, trees.directories());
				this.rows.add(trees.rows());
				this.deciding.addAll(trees.deciding());
				unkept.addAll(trees.unkeptNames());
			});
		this.changeFeed = new EntityChangeFeed(this.rows.stream().flatMap(List::stream).toList(),
				Stream.concat(files.stream().map(FileMapping::unit), folders.stream().map(FolderMapping::unit))
					.map(PersistenceUnit::sessionFactory));
		folders.forEach((mapping) -> logger.info(StartLines.of(mapping, resources.newFolders().apply(mapping))));
		files.forEach((mapping) -> {
			logger.info(StartLines.of(mapping, resources.newFiles().apply(mapping)));
			advise(mapping);
		});
		unkept.forEach(logger::info);
	}

	private Trees.Resources resources(ListableBeanFactory beanFactory, JpaSettings settings, DatabasePermits permits) {
		Map<Object, NewRows> newRows = new IdentityHashMap<>();
		CallerScope callers = CallerScope.of(beanFactory.getBeanProvider(CallerScope.class).orderedStream().toList());
		return new Trees.Resources(
				(mapping) -> newRows.computeIfAbsent(mapping, (it) -> new NewRows(mapping, beanFactory)),
				(mapping) -> newRows.computeIfAbsent(mapping, (it) -> new NewRows(mapping, beanFactory)),
				(unit) -> new DatabaseAccess(unit.entityManagerFactory(), unit.transactionManager(), settings.timeout(),
						permits, callers, this.errnoTranslator),
				() -> this.announcing, settings.pageSize(), settings.maxInMemoryContent());
	}

	private static void advise(FileMapping mapping) {
		MappingWarnings.of(mapping).forEach(logger::warn);
		if (mapping.rights().isFiltered()) {
			logger.info("Rows of " + mapping.entity().name()
					+ " are those of the tenant or the filter that its resolver returns for the user of a program: a "
					+ "resolver that asks for a web request instead would return the same for all users");
		}
		if (mapping.entity().nameColumn().unique() && !mapping.template().isFixed() && mapping.writable()) {
			logger.info(
					mapping.entity().name() + "." + mapping.entity().fileName() + " is unique in the whole table: two "
							+ "directories of '" + mapping.path() + "' cannot have files of one name");
		}
		if (!mapping.entity().nameColumn().unique() && mapping.template().isFixed()) {
			logger.info(mapping.entity().name() + "." + mapping.entity().fileName()
					+ " is not unique in the table: files of the same name "
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
	 * Returns the feed of the changes that this application makes to their files.
	 */
	public ChangeFeed changeFeed() {
		return this.changeFeed;
	}

	/**
	 * Returns a new feed of the changes that PostgreSQL announces, whichever program
	 * makes them. The feed is silent until it is started.
	 * @param connections the source of the connection that listens to the database
	 * @param timeToLive how long cached state may be trusted while the feed hears of all
	 * changes; zero to trust it as long as without the feed
	 */
	public PostgresChangeFeed postgresChangeFeed(ConnectionSource connections, Duration timeToLive) {
		PostgresChangeFeed feed = new PostgresChangeFeed(this.rows, this.deciding, connections, timeToLive);
		this.announcing = feed;
		return feed;
	}

	/**
	 * Returns the translator for the exceptions of JPA, Spring and the database. The
	 * directories use it themselves; other code of the application that works with the
	 * database can use it too.
	 */
	public ErrnoTranslator errnoTranslator() {
		return this.errnoTranslator;
	}

}
