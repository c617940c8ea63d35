package io.fusemount.core.node;

import java.util.List;

/**
 * Where the files of a directory come from, for administrators.
 *
 * @param repository the name of the class that provides them
 * @param entity the name of the class of their rows
 * @param warnings sentences about what may not be meant
 */
public record Origin(String repository, String entity, List<String> warnings) {

	public Origin {
		warnings = List.copyOf(warnings);
	}

}
