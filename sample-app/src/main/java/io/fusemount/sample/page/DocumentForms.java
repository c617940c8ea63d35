package io.fusemount.sample.page;

import java.util.List;

import io.fusemount.sample.document.Documents;
import io.fusemount.sample.document.Folders;
import io.fusemount.sample.web.Upload;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;

/**
 * The forms on the pages of {@code documents/}.
 */
@Controller
class DocumentForms {

	private final DocumentPlaces places;

	private final Documents documents;

	private final Folders folders;

	DocumentForms(DocumentPlaces places, Documents documents, Folders folders) {
		this.places = places;
		this.documents = documents;
		this.folders = folders;
	}

	@PostMapping(path = { "/documents", "/documents/{folder}" }, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	ModelAndView upload(@PathVariable(required = false) @Nullable Long folder,
			@RequestParam("file") List<MultipartFile> files) {
		Answer answer = answer(folder);
		files.forEach((file) -> answer.attempt(() -> this.documents.add(Upload.of(file), null, folder)));
		return answer.get();
	}

	@PostMapping({ "/documents/folders", "/documents/{folder}/folders" })
	ModelAndView makeFolder(@PathVariable(required = false) @Nullable Long folder, @RequestParam String name) {
		return answer(folder).attempt(() -> this.folders.add(name.strip(), folder)).get();
	}

	@PostMapping({ "/documents/folders/{child}/delete", "/documents/{folder}/folders/{child}/delete" })
	ModelAndView deleteFolder(@PathVariable(required = false) @Nullable Long folder, @PathVariable Long child) {
		return answer(folder).attempt(() -> this.folders.delete(child)).get();
	}

	@PostMapping({ "/documents/files/{file}/delete", "/documents/{folder}/files/{file}/delete" })
	ModelAndView deleteFile(@PathVariable(required = false) @Nullable Long folder, @PathVariable Long file) {
		return answer(folder).attempt(() -> this.documents.delete(file)).get();
	}

	private Answer answer(@Nullable Long folder) {
		return new Answer(DocumentPlaces.href(folder), () -> this.places.page(folder));
	}

}
