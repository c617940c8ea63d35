package io.fusemount.sample.web;

import java.io.IOException;
import java.util.List;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.invoice.InvoiceItem;
import io.fusemount.sample.invoice.InvoiceRepository;
import io.fusemount.sample.invoice.Invoices;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * The invoices by HTTP.
 */
@RestController
@RequestMapping("/api/invoices")
class InvoiceController {

	private final InvoiceRepository repository;

	private final Invoices invoices;

	InvoiceController(InvoiceRepository repository, Invoices invoices) {
		this.repository = repository;
		this.invoices = invoices;
	}

	@GetMapping
	List<InvoiceItem> list() {
		return this.repository.findItems();
	}

	@GetMapping("/{id}")
	InvoiceItem one(@PathVariable Long id) {
		return this.repository.findItem(id).orElseThrow(() -> RefusedException.missing("invoice", id));
	}

	@GetMapping("/{id}/content")
	@Transactional(readOnly = true)
	void content(@PathVariable Long id, HttpServletResponse response) throws IOException {
		Download.send(this.invoices.get(id), response);
	}

	@PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	@Transactional
	ResponseEntity<InvoiceItem> upload(@RequestPart("file") MultipartFile file) {
		Long id = this.invoices.add(Upload.of(file), null);
		return ResponseEntity.created(Upload.location(id)).body(one(id));
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable Long id) {
		this.invoices.delete(id);
	}

}
