package io.fusemount.data.jpa.guard;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Expressions of {@code @PreAuthorize} about the arguments of a call, such as
 * {@code #id}: what they say of one call says nothing about another.
 *
 * @param information the repository
 */
record ArgumentGuards(RepositoryInformation information) {

	/** The beginning of a variable that only calls have. */
	private static final Pattern ARGUMENT = Pattern.compile("#(?!(?:root|this)\\b)");

	/** Returns where such an expression guards all methods of a type. */
	Optional<String> onTypes() {
		return ReadMethods.declaring(this.information)
			.filter(ArgumentGuards::isDependent)
			.map(Class::getName)
			.findFirst();
	}

	/** Returns which of the methods by which Spring Data reads rows have one. */
	Optional<String> onReads() {
		return ReadMethods.declaring(this.information)
			.flatMap(ReadMethods::of)
			.filter((method) -> ReadMethods.isOfSpringData(method, this.information))
			.filter(ArgumentGuards::isDependent)
			.map(ReadMethods::describe)
			.findFirst();
	}

	/** Whether such an expression may guard a method of the interface. */
	boolean areOn(Method method) {
		return ReadMethods.declaring(this.information)
			.flatMap((type) -> Stream.concat(Stream.of(type),
					Arrays.stream(type.getMethods()).filter((each) -> isSame(method, each))))
			.anyMatch(ArgumentGuards::isDependent);
	}

	private boolean isSame(Method method, Method other) {
		return ReadMethods.isSame(method, other, this.information.getRepositoryInterface());
	}

	private static boolean isDependent(AnnotatedElement element) {
		return ARGUMENT.matcher(texts(element)).find();
	}

	/**
	 * Returns the expression with the attributes of the annotations that it is composed
	 * of: these may be parts of it.
	 */
	private static String texts(AnnotatedElement element) {
		MergedAnnotation<?> annotation = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
			.get(SecuredReads.EXPRESSION);
		return annotation.isPresent() ? Stream
			.<@Nullable MergedAnnotation<?>>iterate(annotation, (each) -> each != null,
					(each) -> (each != null) ? each.getMetaSource() : null)
			.map((each) -> (each != null) ? each.asMap().values().toString() : "")
			.collect(Collectors.joining(" ")) : "";
	}

}
