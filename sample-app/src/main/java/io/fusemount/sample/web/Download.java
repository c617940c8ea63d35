package io.fusemount.sample.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.SQLException;

import io.fusemount.sample.archive.ArchivedFile;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;

/**
 * A file on its way from the archive to a browser.
 */
final class Download {

	private Download() {
	}

	/**
	 * Sends the content as it arrives from the database, in constant memory. Requires the
	 * transaction in which the file was loaded.
	 */
	static void send(ArchivedFile file, HttpServletResponse response) throws IOException {
		MediaType type = MediaTypeFactory.getMediaType(file.getName()).orElse(MediaType.APPLICATION_OCTET_STREAM);
		// Sent as an attachment, because an uploaded page must not run as one of the
		// archive's own.
		ContentDisposition disposition = ContentDisposition.attachment()
			.filename(file.getName(), StandardCharsets.UTF_8)
			.build();
		Blob content = file.getContent();
		try (InputStream stream = (content != null) ? content.getBinaryStream() : InputStream.nullInputStream()) {
			response.setContentType(type.toString());
			response.setHeader(HttpHeaders.CONTENT_DISPOSITION, disposition.toString());
			response.setHeader("X-Content-Type-Options", "nosniff");
			response.setContentLengthLong(file.getSize());
			OutputStream target = response.getOutputStream();
			stream.transferTo(target);
			target.flush();
		}
		catch (SQLException ex) {
			throw new IOException("The content of '" + file.getName() + "' cannot be read", ex);
		}
	}

}
