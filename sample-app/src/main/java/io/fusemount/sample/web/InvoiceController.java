package io.fusemount.sample.web;

import java.io.IOException;
import java.util.List;

import io.fusemount.sample.archive.Shredder;
import io.fusemount.sample.invoice.Invoice;
import io.fusemount.sample.invoice.InvoiceItem;
import io.fusemount.sample.invoice.InvoiceRepository;
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

	private final InvoiceRepository invoices;

	private final Shredder shredder;

	InvoiceController(InvoiceRepository invoices, Shredder shredder) {
		this.invoices = invoices;
		this.shredder = shredder;
	}

	@GetMapping
	List<InvoiceItem> list() {
		return this.invoices.findItems();
	}

	@GetMapping("/{id}")
	InvoiceItem one(@PathVariable Long id) {
		return this.invoices.findItem(id).orElseThrow(() -> Problems.notFound("invoice", id));
	}

	@GetMapping("/{id}/content")
	@Transactional(readOnly = true)
	void content(@PathVariable Long id, HttpServletResponse response) throws IOException {
		Download.send(find(id), response);
	}

	@PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	@Transactional
	ResponseEntity<InvoiceItem> upload(@RequestPart("file") MultipartFile file) throws IOException {
		Invoice invoice = new Invoice(Upload.name(file));
		if (this.invoices.existsByName(invoice.getName())) {
			throw Problems.nameTaken(invoice.getName());
		}
		Long id = Upload.store(file, invoice, this.invoices);
		return ResponseEntity.created(Upload.location(id)).body(one(id));
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	@Transactional
	void delete(@PathVariable Long id) {
		this.shredder.delete(find(id));
	}

	private Invoice find(Long id) {
		return this.invoices.findById(id).orElseThrow(() -> Problems.notFound("invoice", id));
	}

}
