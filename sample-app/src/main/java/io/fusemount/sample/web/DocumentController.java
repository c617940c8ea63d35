package io.fusemount.sample.web;

import java.io.IOException;
import java.util.List;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.document.DocumentItem;
import io.fusemount.sample.document.DocumentRepository;
import io.fusemount.sample.document.Documents;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * The documents by HTTP.
 */
@RestController
@RequestMapping("/api/documents")
class DocumentController {

	private final DocumentRepository repository;

	private final Documents documents;

	DocumentController(DocumentRepository repository, Documents documents) {
		this.repository = repository;
		this.documents = documents;
	}

	@GetMapping
	List<DocumentItem> list() {
		return this.repository.findItems();
	}

	@GetMapping("/{id}")
	DocumentItem one(@PathVariable Long id) {
		return this.repository.findItem(id).orElseThrow(() -> RefusedException.missing("document", id));
	}

	@GetMapping("/{id}/content")
	@Transactional(readOnly = true)
	void content(@PathVariable Long id, HttpServletResponse response) throws IOException {
		Download.send(this.documents.get(id), response);
	}

	@PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	@Transactional
	ResponseEntity<DocumentItem> upload(@RequestPart("file") MultipartFile file,
			@RequestParam(required = false) @Nullable String notes,
			@RequestParam(required = false) @Nullable Long folder) {
		Long id = this.documents.add(Upload.of(file), notes, folder);
		return ResponseEntity.created(Upload.location(id)).body(one(id));
	}

	/**
	 * Moves a document.
	 * @param folder the new folder; the top if missing
	 */
	@PostMapping("/{id}/move")
	@Transactional
	DocumentItem move(@PathVariable Long id, @RequestParam(required = false) @Nullable Long folder) {
		this.documents.move(id, folder);
		return one(id);
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable Long id) {
		this.documents.delete(id);
	}

}
