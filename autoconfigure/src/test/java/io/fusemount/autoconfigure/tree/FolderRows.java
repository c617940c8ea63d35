package io.fusemount.autoconfigure.tree;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.mounted.Recorder;
import io.fusemount.conformance.programs.ObservedRows;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The rows of one folder.
 */
final class FolderRows implements ObservedRows {

	private final FolderRepository folders;

	private final PaperRepository papers;

	private final TransactionTemplate transaction;

	private final Recorder recorder;

	/** From the outermost on. */
	private final List<String> path;

	FolderRows(ConfigurableApplicationContext application, String... path) {
		this.folders = application.getBean(FolderRepository.class);
		this.papers = application.getBean(PaperRepository.class);
		this.transaction = application.getBean(TransactionTemplate.class);
		this.transaction.setReadOnly(true);
		this.recorder = application.getBean(Recorder.class);
		this.path = List.of(path);
	}

	private @Nullable Folder folder() {
		Folder folder = null;
		for (String name : this.path) {
			folder = Objects.requireNonNull(this.folders.findByNameAndParent(name, folder));
		}
		return folder;
	}

	private @Nullable Paper paper(String name) {
		return this.papers.findByNameAndFolder(name, folder());
	}

	@Override
	public @Nullable Object id(String name) {
		return reading(() -> {
			Paper paper = paper(name);
			return (paper != null) ? paper.id : null;
		});
	}

	@Override
	public byte @Nullable [] content(String name) {
		return reading(() -> {
			Paper paper = paper(name);
			return (paper != null) ? bytes(paper) : null;
		});
	}

	private static byte[] bytes(Paper paper) {
		try (InputStream stream = Objects.requireNonNull(paper.content).getBinaryStream()) {
			return stream.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private <T> @Nullable T reading(Supplier<@Nullable T> work) {
		return this.transaction.execute((status) -> work.get());
	}

	@Override
	public List<String> names() {
		return Objects.requireNonNull(reading(() -> {
			Folder folder = folder();
			return Stream
				.concat(this.folders.findByParent(folder).stream().map((found) -> found.name),
						this.papers.findByFolder(folder).stream().map((found) -> found.name))
				.map(String::valueOf)
				.toList();
		}));
	}

	@Override
	public Set<String> stored() {
		return this.recorder.names();
	}

	@Override
	public long commits() {
		return this.recorder.commits();
	}

	@Override
	public void forget() {
		this.recorder.forget();
	}

}
