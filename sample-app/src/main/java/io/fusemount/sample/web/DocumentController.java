package io.fusemount.sample.web;

import java.io.IOException;
import java.util.List;

import io.fusemount.sample.archive.Shredder;
import io.fusemount.sample.document.Document;
import io.fusemount.sample.document.DocumentItem;
import io.fusemount.sample.document.DocumentRepository;
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

	private final DocumentRepository documents;

	private final Shredder shredder;

	DocumentController(DocumentRepository documents, Shredder shredder) {
		this.documents = documents;
		this.shredder = shredder;
	}

	@GetMapping
	List<DocumentItem> list() {
		return this.documents.findItems();
	}

	@GetMapping("/{id}")
	DocumentItem one(@PathVariable Long id) {
		return this.documents.findItem(id).orElseThrow(() -> Problems.notFound("document", id));
	}

	@GetMapping("/{id}/content")
	@Transactional(readOnly = true)
	void content(@PathVariable Long id, HttpServletResponse response) throws IOException {
		Download.send(find(id), response);
	}

	@PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	@Transactional
	ResponseEntity<DocumentItem> upload(@RequestPart("file") MultipartFile file,
			@RequestParam(required = false) @Nullable String notes) throws IOException {
		Document document = new Document(Upload.name(file), notes);
		if (this.documents.existsByName(document.getName())) {
			throw Problems.nameTaken(document.getName());
		}
		Long id = Upload.store(file, document, this.documents);
		return ResponseEntity.created(Upload.location(id)).body(one(id));
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	@Transactional
	void delete(@PathVariable Long id) {
		this.shredder.delete(find(id));
	}

	private Document find(Long id) {
		return this.documents.findById(id).orElseThrow(() -> Problems.notFound("document", id));
	}

}
