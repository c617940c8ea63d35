package io.fusemount.sample.document;

import io.fusemount.sample.archive.IncomingFile;
import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.archive.Shredder;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds, moves and deletes documents by HTTP.
 */
@Service
@Transactional
public class Documents {

	private final DocumentRepository repository;

	private final Folders folders;

	private final Shredder shredder;

	Documents(DocumentRepository repository, Folders folders, Shredder shredder) {
		this.repository = repository;
		this.folders = folders;
		this.shredder = shredder;
	}

	/**
	 * Adds a document and returns its id.
	 * @param folder the folder, {@code null} for the top
	 */
	public Long add(IncomingFile file, @Nullable String notes, @Nullable Long folder) {
		Folder in = this.folders.find(folder);
		this.folders.requireFree(in, file.name());
		Document document = new Document(file.name(), notes);
		document.setFolder(in);
		return file.storeAs(document, this.repository);
	}

	/**
	 * Returns an existing document.
	 */
	@Transactional(readOnly = true)
	public Document get(Long id) {
		return this.repository.findById(id).orElseThrow(() -> RefusedException.missing("document", id));
	}

	/**
	 * Moves a document to another folder.
	 * @param folder the folder, {@code null} for the top
	 */
	public void move(Long id, @Nullable Long folder) {
		Document document = get(id);
		Folder in = this.folders.find(folder);
		if (!Folders.same(document.getFolder(), in)) {
			this.folders.requireFree(in, document.getName());
			document.setFolder(in);
			this.repository.saveAndFlush(document);
		}
	}

	public void delete(Long id) {
		this.shredder.delete(get(id));
	}

}
