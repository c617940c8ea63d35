package io.fusemount.sample.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Objects;

import io.fusemount.sample.archive.ArchivedFile;
import org.hibernate.Hibernate;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.util.StringUtils;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * A file on its way from a browser into the archive.
 */
final class Upload {

	private Upload() {
	}

	/**
	 * Returns the file's own name; some browsers send a path.
	 */
	static String name(MultipartFile file) {
		String name = StringUtils.getFilename(file.getOriginalFilename());
		if (name == null || name.isBlank()) {
			throw Problems.badRequest("The part 'file' has no file name");
		}
		return name;
	}

	/**
	 * Stores a new file and returns its id. The content streams into the database,
	 * however large it is.
	 */
	static <T extends ArchivedFile> Long store(MultipartFile upload, T file, JpaRepository<T, Long> repository)
			throws IOException {
		try (InputStream stream = upload.getInputStream()) {
			file.setContent(Hibernate.getLobHelper().createBlob(stream, upload.getSize()), upload.getSize());
			return Objects.requireNonNull(repository.saveAndFlush(file).getId());
		}
	}

	static URI location(Long id) {
		return ServletUriComponentsBuilder.fromCurrentRequest().path("/{id}").build(id);
	}

}
