package io.fusemount.data.jpa.guard;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryFragment;

/**
 * Annotations of method security on a repository: on its interface, the inherited
 * interfaces, or the classes behind these; on the type or on reading methods.
 *
 * @param information the repository
 */
record SecuredReads(RepositoryInformation information) {

	/** By name: Spring Security may be absent. */
	private static final List<String> ANNOTATIONS = List.of("org.springframework.security.access.prepost.PreAuthorize",
			"org.springframework.security.access.prepost.PostAuthorize",
			"org.springframework.security.access.prepost.PreFilter",
			"org.springframework.security.access.prepost.PostFilter",
			"org.springframework.security.access.annotation.Secured",
			"org.springframework.security.authorization.method.AuthorizeReturnObject",
			"jakarta.annotation.security.RolesAllowed", "jakarta.annotation.security.DenyAll");

	Optional<String> find() {
		return types().map(SecuredReads::find).flatMap(Optional::stream).findFirst();
	}

	private Stream<Class<?>> types() {
		Stream<Class<?>> fragments = this.information.getFragments()
			.stream()
			.map(RepositoryFragment::getImplementationClass)
			.flatMap(Optional::stream);
		return Stream.concat(
				Stream.of(this.information.getRepositoryInterface(), this.information.getRepositoryBaseClass()),
				fragments);
	}

	private static Optional<String> find(Class<?> type) {
		return annotation(type).map((annotation) -> describe(annotation, type.getName()))
			.or(() -> ReadMethods.of(type).map(SecuredReads::find).flatMap(Optional::stream).findFirst());
	}

	private static Optional<String> find(Method method) {
		return annotation(method).map((annotation) -> describe(annotation, ReadMethods.describe(method)));
	}

	private static String describe(String annotation, String place) {
		return "is guarded by @" + annotation + " on " + place + ", which a mount does not apply when it reads rows";
	}

	/**
	 * Returns the name of an annotation. Meta-annotations and annotations of overridden
	 * elements count, too.
	 */
	private static Optional<String> annotation(AnnotatedElement element) {
		MergedAnnotations annotations = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
		Predicate<String> present = annotations::isPresent;
		return ANNOTATIONS.stream()
			.filter(present)
			.map((name) -> name.substring(name.lastIndexOf('.') + 1))
			.findFirst();
	}

}
