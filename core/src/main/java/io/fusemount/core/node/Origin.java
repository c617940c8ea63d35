package io.fusemount.core.node;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Where files or directories come from, for administrators.
 *
 * @param path where they are, from the directory that tells it on, with variables as they
 * are declared; empty for the directory itself
 * @param repository the name of the class that provides them
 * @param entity the name of the class of their rows
 * @param writable whether they can be changed
 * @param refusal why none can be created though they can be changed, or {@code null}
 * @param content how their content is stored and read, {@code null} if there is none
 * @param warnings sentences about what may not be meant
 */
public record Origin(String path, String repository, String entity, boolean writable, @Nullable String refusal,
		@Nullable String content, List<String> warnings) {

	public Origin {
		warnings = List.copyOf(warnings);
	}

}
