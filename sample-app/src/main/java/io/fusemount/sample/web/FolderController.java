package io.fusemount.sample.web;

import java.util.List;

import io.fusemount.sample.archive.RefusedException;
import io.fusemount.sample.document.FolderItem;
import io.fusemount.sample.document.FolderRepository;
import io.fusemount.sample.document.Folders;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The folders of the documents by HTTP.
 */
@RestController
@RequestMapping("/api/folders")
class FolderController {

	private final FolderRepository repository;

	private final Folders folders;

	FolderController(FolderRepository repository, Folders folders) {
		this.repository = repository;
		this.folders = folders;
	}

	@GetMapping
	List<FolderItem> list() {
		return this.repository.findItems();
	}

	@GetMapping("/{id}")
	FolderItem one(@PathVariable Long id) {
		return this.repository.findItem(id).orElseThrow(() -> RefusedException.missing("folder", id));
	}

	@PostMapping
	@Transactional
	ResponseEntity<FolderItem> create(@RequestBody Asked folder) {
		Long id = this.folders.add(folder.requiredName(), folder.parent());
		return ResponseEntity.created(Upload.location(id)).body(one(id));
	}

	/**
	 * Renames a folder, moves it, or both.
	 */
	@PutMapping("/{id}")
	@Transactional
	FolderItem move(@PathVariable Long id, @RequestBody Asked folder) {
		this.folders.move(id, folder.requiredName(), folder.parent());
		return one(id);
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable Long id) {
		this.folders.delete(id);
	}

	/**
	 * The requested state of a folder.
	 *
	 * @param parent the parent folder, {@code null} for the top
	 */
	record Asked(@Nullable String name, @Nullable Long parent) {

		String requiredName() {
			if (this.name == null) {
				throw RefusedException.invalid("A folder needs a 'name'");
			}
			return this.name;
		}

	}

}
