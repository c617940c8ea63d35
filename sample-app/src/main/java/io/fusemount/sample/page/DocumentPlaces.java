package io.fusemount.sample.page;

import io.fusemount.sample.document.DocumentRepository;
import io.fusemount.sample.document.Folder;
import io.fusemount.sample.document.FolderRepository;
import io.fusemount.sample.document.Folders;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The pages of {@code documents/}.
 */
@Component
@Transactional(readOnly = true)
class DocumentPlaces {

	private static final String HREF = "/documents";

	private final FolderRepository repository;

	private final Folders folders;

	private final DocumentRepository documents;

	DocumentPlaces(FolderRepository repository, Folders folders, DocumentRepository documents) {
		this.repository = repository;
		this.folders = folders;
		this.documents = documents;
	}

	/** Returns the address of a folder, or of the top. */
	static String href(@Nullable Long folder) {
		return (folder != null) ? HREF + "/" + folder : HREF;
	}

	Page page(@Nullable Long id) {
		Folder folder = this.folders.find(id);
		String here = href(id);
		return empty(folder)
			.with(this.repository.findByParentOrderByName(folder, Page.LIMIT)
				.stream()
				.map((child) -> Entry.directory(child, HREF, here + "/folders")))
			.with(this.documents.findByFolderOrderByName(folder, Page.LIMIT)
				.stream()
				.map((file) -> Entry.file(file, "documents", here + "/files")))
			.takingFiles()
			.making("folder", here + "/folders");
	}

	private static Page empty(@Nullable Folder folder) {
		return (folder != null) ? empty(folder.getParent()).below(folder.getName(), href(folder.getId()))
				: Page.TOP.below("documents", HREF);
	}

}
