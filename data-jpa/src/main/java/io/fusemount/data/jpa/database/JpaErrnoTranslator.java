package io.fusemount.data.jpa.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.fusemount.core.errno.ApplicationWords;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import jakarta.persistence.OptimisticLockException;
import org.hibernate.StaleStateException;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.util.ClassUtils;

/**
 * Translates exceptions of Spring, Hibernate and the database to errno. Users read the
 * messages: the words are FuseMount's own, the application's, or those that a trigger of
 * the database raises.
 */
public final class JpaErrnoTranslator implements ErrnoTranslator {

	private static final boolean VALIDATION_PRESENT = ClassUtils.isPresent("jakarta.validation.Validation",
			JpaErrnoTranslator.class.getClassLoader());

	private static final Pattern LARGE_OBJECT = Pattern.compile("large object");

	private final List<ErrnoTranslator> translators = new ArrayList<>();

	/**
	 * Creates the translator.
	 * @param nameColumns the columns of file names, to tell violations of their
	 * uniqueness from others
	 */
	public JpaErrnoTranslator(Set<String> nameColumns) {
		this.translators.add(JpaErrnoTranslator::translateSecurity);
		if (VALIDATION_PRESENT) {
			this.translators.add(new ValidationTranslator());
		}
		this.translators.add(new RaisedTranslator());
		this.translators.add(JpaErrnoTranslator::translateConflict);
		this.translators.add(new MySqlTranslator(nameColumns));
		this.translators.add(new ConstraintTranslator(nameColumns));
		this.translators.add(new AvailabilityTranslator());
		this.translators.add(new ApplicationTranslator());
	}

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		ErrnoException known = new Causes(failure).find(ErrnoException.class);
		if (known != null) {
			return known;
		}
		for (ErrnoTranslator translator : this.translators) {
			ErrnoException translated = translator.translate(failure);
			if (translated != null) {
				return translated;
			}
		}
		return null;
	}

	private static @Nullable ErrnoException translateSecurity(Throwable failure) {
		Causes causes = new Causes(failure);
		// By name: Spring Security may be absent.
		Throwable denial = causes.named("org.springframework.security.access.AccessDeniedException");
		if (denial == null) {
			denial = causes.named("org.springframework.security.core.AuthenticationException");
		}
		if (denial == null) {
			return null;
		}
		String words = ApplicationWords.of(denial);
		return new ErrnoException(Errno.EACCES,
				"The application does not permit it" + ((words != null) ? ": " + words : ""), failure);
	}

	private static @Nullable ErrnoException translateConflict(Throwable failure) {
		Causes causes = new Causes(failure);
		if (causes.has(OptimisticLockException.class, OptimisticLockingFailureException.class,
				StaleStateException.class)) {
			return new ErrnoException(Errno.ESTALE, "Somebody else has changed it in the meantime", failure);
		}
		// PostgreSQL: the large object is gone because its row now has another one.
		if (causes.sqlState().equals("42704") && causes.says(LARGE_OBJECT)) {
			return new ErrnoException(Errno.ESTALE, "The content has been replaced in the meantime", failure);
		}
		if (causes.has(IdentifierGenerationException.class)) {
			return new ErrnoException(Errno.EINVAL, "The application has assigned no id",
					"Let the id be generated (@GeneratedValue) or assign it in the constructor", failure);
		}
		return null;
	}

}
