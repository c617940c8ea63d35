package io.fusemount.sample.document;

import java.util.Objects;

import io.fusemount.sample.archive.RefusedException;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds, moves and deletes folders by HTTP. Folders and documents share the names of their
 * parent folder.
 */
@Service
@Transactional
public class Folders {

	private final FolderRepository repository;

	private final DocumentRepository documents;

	Folders(FolderRepository repository, DocumentRepository documents) {
		this.repository = repository;
		this.documents = documents;
	}

	/**
	 * Returns an existing folder, or {@code null} for {@code null}, which is the top.
	 */
	@Transactional(readOnly = true)
	public @Nullable Folder find(@Nullable Long id) {
		return (id != null) ? get(id) : null;
	}

	/**
	 * Returns an existing folder.
	 */
	@Transactional(readOnly = true)
	public Folder get(Long id) {
		return this.repository.findById(id).orElseThrow(() -> RefusedException.missing("folder", id));
	}

	/**
	 * Rejects a name that is in use.
	 * @param folder the folder, {@code null} for the top
	 */
	void requireFree(@Nullable Folder folder, String name) {
		if (this.documents.existsByFolderAndName(folder, name)) {
			throw RefusedException.nameTaken(name);
		}
		if (this.repository.existsByParentAndName(folder, name)) {
			throw RefusedException.conflict("There is a folder '%s' already".formatted(name));
		}
	}

	static boolean same(@Nullable Folder one, @Nullable Folder other) {
		return (one != null) ? one.is(other) : other == null;
	}

	/**
	 * Creates an empty folder and returns its id.
	 * @param parent the parent folder, {@code null} for the top
	 */
	public Long add(String name, @Nullable Long parent) {
		Folder in = find(parent);
		requireFree(in, name);
		return Objects.requireNonNull(this.repository.saveAndFlush(new Folder(name, in)).getId());
	}

	/**
	 * Changes the name, the parent, or both, of a folder.
	 * @param parent the new parent folder, {@code null} for the top
	 */
	public void move(Long id, String name, @Nullable Long parent) {
		Folder folder = get(id);
		Folder in = find(parent);
		if (folder.getName().equals(name) && same(folder.getParent(), in)) {
			return;
		}
		for (Folder above = in; above != null; above = above.getParent()) {
			if (folder.is(above)) {
				throw RefusedException.invalid("'%s' cannot be moved into itself".formatted(folder.getName()));
			}
		}
		requireFree(in, name);
		folder.setName(name);
		folder.setParent(in);
		this.repository.saveAndFlush(folder);
	}

	/**
	 * Deletes an empty folder.
	 */
	public void delete(Long id) {
		Folder folder = get(id);
		if (this.repository.existsByParent(folder) || this.documents.existsByFolder(folder)) {
			throw RefusedException.conflict("The folder '%s' is not empty".formatted(folder.getName()));
		}
		this.repository.delete(folder);
		this.repository.flush();
	}

}
