package io.fusemount.core.node;

import java.util.List;

import io.fusemount.core.name.Name;
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
 * @param quotas the quotas of the files, {@code null} if there are none
 */
public record Origin(String path, String repository, String entity, boolean writable, @Nullable String refusal,
		@Nullable String content, List<String> warnings, @Nullable Quotas quotas) {

	public Origin {
		warnings = List.copyOf(warnings);
	}

	/**
	 * Returns the same origin, relative to the directory above.
	 */
	Origin below(Name name) {
		return new Origin(this.path.isEmpty() ? name.value() : name.value() + "/" + this.path, this.repository,
				this.entity, this.writable, this.refusal, this.content, this.warnings, this.quotas);
	}

}
