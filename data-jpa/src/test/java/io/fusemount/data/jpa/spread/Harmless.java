package io.fusemount.data.jpa.spread;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.sql.Blob;
import java.sql.SQLException;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import org.hibernate.engine.jdbc.BlobImplementer;
import org.jspecify.annotations.Nullable;

/** Content that is a program is refused. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = Harmless.Scanner.class)
public @interface Harmless {

	String message() default "is a program";

	Class<?>[] groups() default {};

	Class<? extends Payload>[] payload() default {};

	/** Reads the first bytes of content that is in the database. */
	class Scanner implements ConstraintValidator<Harmless, Blob> {

		@Override
		public boolean isValid(@Nullable Blob content, ConstraintValidatorContext context) {
			try {
				// A stream on its way into the database could be read only once.
				return content == null || content instanceof BlobImplementer || content.length() < 2
						|| content.getBytes(1, 2)[0] != 'M';
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
