package io.fusemount.data.jpa.template;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link PathTemplate}.
 */
public sealed interface PathSegment {

	/**
	 * A directory that always exists.
	 *
	 * @param name its name
	 */
	record Fixed(Name name) implements PathSegment {

		@Override
		public String toString() {
			return this.name.value();
		}

	}

	/**
	 * A directory for each value of a property.
	 *
	 * @param property the property's path from the entity, with dots between its parts
	 * @param pattern the pattern of a time, or {@code null} for values as they are
	 */
	record Variable(String property, @Nullable String pattern) implements PathSegment {

		@Override
		public String toString() {
			return "{" + this.property + ((this.pattern != null) ? ":" + this.pattern : "") + "}";
		}

	}

}
