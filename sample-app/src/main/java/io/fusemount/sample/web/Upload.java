package io.fusemount.sample.web;

import java.net.URI;

import io.fusemount.sample.archive.IncomingFile;
import io.fusemount.sample.archive.RefusedException;

import org.springframework.util.StringUtils;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * A file on its way from a browser into the archive.
 */
public final class Upload {

	private Upload() {
	}

	/**
	 * Returns the file with its name; some browsers send a path.
	 */
	public static IncomingFile of(MultipartFile file) {
		String name = StringUtils.getFilename(file.getOriginalFilename());
		if (name == null || name.isBlank()) {
			throw RefusedException.invalid("The part 'file' has no file name");
		}
		return new IncomingFile(name, file.getSize(), file);
	}

	static URI location(Long id) {
		return ServletUriComponentsBuilder.fromCurrentRequest().replaceQuery(null).path("/{id}").build(id);
	}

}
