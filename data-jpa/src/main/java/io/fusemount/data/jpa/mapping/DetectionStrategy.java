package io.fusemount.data.jpa.mapping;

import java.lang.reflect.Modifier;

import io.fusemount.annotation.FuseMount;
import org.jspecify.annotations.Nullable;

/**
 * Decides which repositories become directories. {@link FuseMount#exported()} overrides
 * each strategy.
 */
public enum DetectionStrategy {

	/** Repositories with {@link FuseMount}. */
	ANNOTATED {

		@Override
		boolean exposesUnannotated(Class<?> repository) {
			return false;
		}

	},

	/**
	 * Those of {@link #ANNOTATED}, and public repositories whose entity can be mapped.
	 */
	DEFAULT {

		@Override
		boolean exposesUnannotated(Class<?> repository) {
			return Modifier.isPublic(repository.getModifiers());
		}

	},

	/** Every repository whose entity can be mapped. */
	ALL {

		@Override
		boolean exposesUnannotated(Class<?> repository) {
			return true;
		}

	};

	abstract boolean exposesUnannotated(Class<?> repository);

	boolean exposes(Class<?> repository, @Nullable FuseMount annotation) {
		return (annotation != null) ? annotation.exported() : exposesUnannotated(repository);
	}

}
