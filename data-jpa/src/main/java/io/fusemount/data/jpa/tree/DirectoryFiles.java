package io.fusemount.data.jpa.tree;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import io.fusemount.data.jpa.directory.FileSource;
import io.fusemount.data.jpa.directory.RowDirectory;
import io.fusemount.data.jpa.directory.RowTexts;
import io.fusemount.data.jpa.directory.TakenNames;
import io.fusemount.data.jpa.scope.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The files in a directory, from one or several repositories.
 *
 * @param directory the directory
 */
record DirectoryFiles(TreeDirectory directory) {

	private List<TreeFiles> all() {
		return this.directory.shape().files();
	}

	private Scope scope(TreeFiles files) {
		return files.scope(this.directory.steps());
	}

	/** Returns the directory as a source of files needs it. */
	RowDirectory rows(TreeFiles files) {
		return rows(files, null);
	}

	/**
	 * Returns the directory as a source of files needs it.
	 * @param directories the names of all directories in it, {@code null} if unknown
	 */
	RowDirectory rows(TreeFiles files, @Nullable Set<Name> directories) {
		return new RowDirectory(scope(files), this.directory.path(), taken(files, directories), () -> besides(files),
				() -> this.directory.shape().rightsHere(files.rights()), this.directory::keep);
	}

	private List<RowTexts> besides(TreeFiles files) {
		Level level = this.directory.shape().level();
		RowTexts directories = (level != null) ? level.madeRows(this.directory) : null;
		List<RowTexts> rows = new ArrayList<>(madeRows(files));
		if (directories != null) {
			rows.add(directories);
		}
		return rows;
	}

	/**
	 * Returns the rows of the files that programs can create.
	 * @param but the files that are left out, {@code null} for none
	 */
	List<RowTexts> madeRows(@Nullable TreeFiles but) {
		return all().stream()
			.filter((files) -> files != but && files.isWritable())
			.map((files) -> files.source().names(scope(files)))
			.toList();
	}

	private TakenNames taken(TreeFiles files, @Nullable Set<Name> directories) {
		Shape shape = this.directory.shape();
		int before = all().indexOf(files);
		Level level = shape.level();
		boolean empty = level == null || directories != null && directories.isEmpty();
		if (before == 0 && empty && shape.fixed().isEmpty()) {
			return TakenNames.NONE;
		}
		Set<Name> known = shape.reserved();
		List<TakenNames> others = new ArrayList<>();
		if (directories != null) {
			known.addAll(directories);
		}
		else if (level != null) {
			others.add(level.names(this.directory));
		}
		all().subList(0, before).forEach((other) -> others.add(other.source().names(scope(other))));
		return new NamesBefore(known, others);
	}

	/** Whether to search the files first: one statement suffices then. */
	boolean isLikeAFile(Name wanted) {
		return all().size() == 1 && wanted.value().lastIndexOf('.') > 0 && taken(all().get(0), null).rows() != null;
	}

	/** Runs lookups of files and of directories with one permit. */
	@Nullable Node atOnce(Supplier<@Nullable Node> lookups) {
		return all().get(0).source().access().look((entityManager) -> Optional.ofNullable(lookups.get())).orElse(null);
	}

	/**
	 * Returns the file with a name, or {@code null}.
	 * @param first whether the directories have not been searched for the name before
	 */
	@Nullable RegularFile find(Name wanted, boolean first) {
		for (TreeFiles files : all()) {
			RegularFile file = files.source().find(rows(files), wanted, first);
			if (file != null) {
				return file;
			}
		}
		return null;
	}

	/** Returns the files with the names, as far as one statement finds these. */
	Map<Name, RegularFile> findTogether(List<Name> wanted) {
		if (all().size() != 1) {
			return Map.of();
		}
		TreeFiles files = all().get(0);
		return files.source().findTogether(rows(files), wanted);
	}

	boolean readsTogether() {
		return all().stream().anyMatch((files) -> files.source().readsTogether());
	}

	/** Returns small files with their content, as far as one statement reads these. */
	List<SmallFile> readTogether(List<RegularFile> wanted, int maxBytes) {
		List<SmallFile> read = new ArrayList<>();
		for (TreeFiles files : all()) {
			List<RegularFile> own = wanted.stream().filter(files.source()::has).toList();
			if (!own.isEmpty()) {
				read.addAll(files.source().readTogether(rows(files), own, maxBytes));
			}
		}
		return read;
	}

	boolean isTaken(Name wanted) {
		return all().stream().anyMatch((files) -> files.source().isTaken(rows(files), wanted));
	}

	/** Returns the sources that can create a new file here. */
	private Stream<TreeFiles> creating() {
		return all().stream()
			.filter((files) -> files.isWritable() && files.source().refusesNewFiles(scope(files)) == null);
	}

	private Optional<FileSource> sourceOfNew() {
		return creating().findFirst().map(TreeFiles::source);
	}

	void requireRoomFor(long bytes) {
		List<FileSource> sources = creating().map(TreeFiles::source).toList();
		if (sources.size() == 1) {
			sources.get(0).requireRoomFor(bytes);
		}
	}

	/** Returns the quota of a file here, or of new ones here and below. */
	@Nullable Quota quota(@Nullable RegularFile stored) {
		List<TreeFiles> possible = (stored != null) ? of(stored).stream().toList()
				: this.directory.shape().allFiles().distinct().toList();
		return (possible.size() == 1) ? possible.get(0).source().quota(scope(possible.get(0)), stored) : null;
	}

	/** Requires that the caller may store a file, as far as this is known without it. */
	void requireStoring(@Nullable RegularFile stored) {
		Optional<TreeFiles> files = (stored != null) ? of(stored) : creating().findFirst();
		files.ifPresent((it) -> it.rights().requireStoring());
	}

	/** Returns a time with the precision that a new file keeps. */
	Instant keptTime(Instant time) {
		return sourceOfNew().map((source) -> source.keptTime(time)).orElse(time);
	}

	/** Returns what of their ownership new files keep. */
	Set<Ownership.Part> kept() {
		return sourceOfNew().map((source) -> source.mapping().entity().row().ownership().keptOfNew()).orElse(Set.of());
	}

	/** Returns the extended attributes that a new file can have. */
	ExtendedAttributes attributesOfNew() {
		return sourceOfNew().map((source) -> source.mapping().entity().row().attributes().ofNew())
			.orElse(ExtendedAttributes.NONE);
	}

	/** Returns the birth time that a new file will have. */
	Instant keptBirth(Instant created, Instant modified) {
		return sourceOfNew().map((source) -> source.keptBirth(created, modified)).orElse(created);
	}

	/** Returns why no file can be created, or {@code null} if one can. */
	@Nullable String refusal() {
		List<TreeFiles> possible = creating().toList();
		if (possible.size() == 1) {
			return null;
		}
		if (possible.size() > 1) {
			return "files of several kinds are here ("
					+ possible.stream().map(TreeFiles::entity).collect(Collectors.joining(", "))
					+ "), and nothing says which of them a new one is";
		}
		return all().stream()
			.filter(TreeFiles::isWritable)
			.map((files) -> files.source().refusesNewFiles(scope(files)))
			.findFirst()
			.orElse("there are only directories here");
	}

	/** Requires that a new file can have the name. */
	void requireName(Name wanted) {
		sourceOfNew().ifPresent((source) -> source.requireName(wanted));
	}

	RegularFile create(Name wanted, FileChanges initial) {
		TreeFiles files = creating().findFirst().orElseThrow();
		return files.source().create(rows(files), wanted, initial);
	}

	void delete(RegularFile file) {
		of(file).orElseThrow(() -> new ErrnoException(Errno.ESTALE, "The file is in another directory now"))
			.source()
			.delete(file);
	}

	boolean has(RegularFile file) {
		return of(file).isPresent();
	}

	private Optional<TreeFiles> of(RegularFile file) {
		return all().stream().filter((files) -> files.source().has(file)).findFirst();
	}

	RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		TreeFiles files = of(source).filter((it) -> replaced == null || it.source().has(replaced))
			.orElseThrow(() -> new ErrnoException(Errno.EXDEV, "The file is of another repository"));
		RowDirectory rows = rows(files);
		boolean moved = replaced == null && !files.source().isIn(source, rows);
		String refusal = moved ? rows.scope().refusal() : null;
		if (refusal != null) {
			throw new ErrnoException(Errno.EPERM, "No file can be moved here: " + refusal);
		}
		return files.source().rename(rows, source, target, replaced);
	}

}
