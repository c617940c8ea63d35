package io.fusemount.sample.web;

import java.io.IOException;
import java.util.List;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.letter.LetterItem;
import io.fusemount.sample.letter.LetterRepository;
import io.fusemount.sample.letter.Letters;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * The letters by HTTP.
 */
@RestController
@RequestMapping("/api/letters")
class LetterController {

	private final LetterRepository repository;

	private final Letters letters;

	LetterController(LetterRepository repository, Letters letters) {
		this.repository = repository;
		this.letters = letters;
	}

	@GetMapping
	List<LetterItem> list() {
		return this.repository.findItems();
	}

	@GetMapping("/{id}")
	LetterItem one(@PathVariable Long id) {
		return this.repository.findItem(id).orElseThrow(() -> RefusedException.missing("letter", id));
	}

	@GetMapping("/{id}/content")
	@Transactional(readOnly = true)
	void content(@PathVariable Long id, HttpServletResponse response) throws IOException {
		Download.send(this.letters.get(id), response);
	}

	@PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	@Transactional
	ResponseEntity<LetterItem> upload(@RequestPart("file") MultipartFile file, @RequestParam Long customer) {
		Long id = this.letters.add(Upload.of(file), customer);
		return ResponseEntity.created(Upload.location(id)).body(one(id));
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable Long id) {
		this.letters.delete(id);
	}

}
