package io.fusemount.sample.example;

import java.nio.charset.StandardCharsets;

import io.fusemount.sample.document.Document;
import io.fusemount.sample.document.DocumentRepository;
import io.fusemount.sample.document.Folder;
import io.fusemount.sample.document.FolderRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Adds example documents to an archive without documents: some at the top, some in
 * folders.
 */
@Component
class ExampleDocuments {

	private final DocumentRepository documents;

	private final FolderRepository folders;

	ExampleDocuments(DocumentRepository documents, FolderRepository folders) {
		this.documents = documents;
		this.folders = folders;
	}

	boolean areMissing() {
		return this.documents.count() == 0 && this.folders.count() == 0;
	}

	void add() {
		addDocument(null, "Öffnungszeiten.txt", "Hangs at the door", "Mo-Fr 9-18 Uhr\nSa 9-13 Uhr\n");
		addDocument(null, "Price list 2026.csv", null,
				"article;price\nConsulting, per hour;96.00\nTravel, per km;0.42\n");
		addDocument(null, "Meeting notes.md", null,
				"# Meeting\n\n- The archive is a folder now.\n- Who tells the others?\n");
		Folder contracts = addFolder("Contracts", null);
		addDocument(addFolder("Rent", contracts), "Office.txt", "The landlord has the original",
				"Lease of the office\n\nFrom 2024-04-01, notice of three months.\n");
		addDocument(addFolder("Insurance", contracts), "Liability.txt", null, "Policy 4711\nCover: EUR 3,000,000\n");
		Folder projects = addFolder("Projects", null);
		addDocument(addFolder("Website", projects), "Ideas.md", null,
				"# Website\n\n- A picture of the shop\n- Opening hours\n");
	}

	private Folder addFolder(String name, @Nullable Folder parent) {
		return this.folders.save(new Folder(name, parent));
	}

	private void addDocument(@Nullable Folder folder, String name, @Nullable String notes, String text) {
		Document document = new Document(name, notes);
		document.setFolder(folder);
		ExampleFiles.fill(document, bytes(text));
		this.documents.save(document);
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
