package io.fusemount.core.node;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The origin of files or directories, for administrators.
 *
 * @param path the path relative to the directory that reports the origin, with variables
 * as declared; empty for the directory itself
 * @param repository the name of the repository class that provides them
 * @param entity the name of the entity class of their rows
 * @param writable whether they can be changed
 * @param refusal why none can be created although they can be changed, or {@code null}
 * @param content how their content is stored and read, {@code null} if there is none
 * @param warnings sentences about settings that may be mistakes
 */
public record Origin(String path, String repository, String entity, boolean writable, @Nullable String refusal,
		@Nullable String content, List<String> warnings) {

	public Origin {
		warnings = List.copyOf(warnings);
	}

}
