package io.fusemount.data.jpa.guard;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Annotations of method security on a repository: on its interface, the inherited
 * interfaces, or the classes behind these; on the type or on reading methods. Those that
 * decide before a call of Spring Data's own methods are {@link ReadPermission asked}, and
 * those that decide about its result if {@link AskedRows the rows are}; the others cannot
 * be.
 *
 * @param information the repository
 */
record SecuredReads(RepositoryInformation information) {

	static final String SPRING = "org.springframework.security.access.";

	static final String EXPRESSION = SPRING + "prepost.PreAuthorize";

	/**
	 * The annotations that each interceptor asks, by name: Spring Security may be absent.
	 */
	private static final List<List<String>> KINDS = List.of(List.of(EXPRESSION), List.of(SPRING + "annotation.Secured"),
			List.of("jakarta.annotation.security.RolesAllowed", "jakarta.annotation.security.DenyAll"));

	static final List<String> BEFORE = KINDS.stream().flatMap(List::stream).toList();

	/** Those of them that have no expression. */
	static final List<String> BY_ROLE = BEFORE.stream().filter((annotation) -> !annotation.equals(EXPRESSION)).toList();

	private static final List<String> OTHERS = List.of(SPRING + "prepost.PreFilter",
			"org.springframework.security.authorization.method.AuthorizeReturnObject");

	private static final String NOT_ENABLED = ", and nothing asks it: method security is not enabled";

	private static final String NOT_BY_ROW = ", which a mount cannot ask about single rows: guard findAllById or "
			+ "findById in this way, too";

	private static final String NOT_APPLIED = ", which a mount does not apply when it reads rows";

	/**
	 * Returns the first guard that cannot be asked.
	 * @param permission the guards that are asked
	 * @param rows the rows that the repository is asked about
	 * @param results the guards of results that method security applies
	 */
	Optional<String> find(ReadPermission permission, AskedRows rows, ResultGuards results) {
		return first(OTHERS, NOT_APPLIED, true, (method) -> true)
			.or(() -> ResultGuards.ANNOTATIONS.stream()
				.flatMap((annotation) -> unasked(annotation, results).stream())
				.findFirst())
			.or(() -> rows.areNone() ? first(ResultGuards.ANNOTATIONS, NOT_BY_ROW, true, (method) -> true)
					: Optional.empty())
			.or(() -> permission.isUnasked() ? first(BEFORE, NOT_ENABLED, true, (method) -> true) : unasked(permission))
			.or(() -> dependent(rows))
			.or(() -> (permission.isWhole() || !rows.areNone()) ? Optional.empty() : first(BEFORE, NOT_APPLIED, false,
					(method) -> !ReadMethods.isOfSpringData(method, this.information)));
	}

	/** Guards that method security is not enabled for, while others are asked. */
	private Optional<String> unasked(ReadPermission permission) {
		return ReadMethods.ofSpringData(this.information)
			.flatMap((method) -> KINDS.stream()
				.filter((kind) -> !permission.isAsked(method, kind))
				.flatMap((kind) -> guards(method, kind)))
			.findFirst()
			.map((guard) -> guard + NOT_ENABLED + " for it");
	}

	/** Guards of results that method security is not enabled for. */
	private Optional<String> unasked(String annotation, ResultGuards results) {
		return ReadMethods.ofSpringData(this.information)
			.filter((method) -> !results.isAsked(method, annotation))
			.flatMap((method) -> guards(method, List.of(annotation)))
			.findFirst()
			.map((guard) -> guard + NOT_ENABLED);
	}

	private Stream<String> guards(Method method, List<String> annotations) {
		Class<?> repository = this.information.getRepositoryInterface();
		return ReadMethods.declaring(this.information)
			.flatMap((type) -> ReadMethods.of(type)
				.filter((each) -> ReadMethods.isSame(method, each, repository))
				.flatMap((each) -> Stream.concat(describe(type, annotations), describe(each, annotations))));
	}

	/**
	 * Guards that need the arguments of a call, which only the calls about single rows
	 * have.
	 */
	private Optional<String> dependent(AskedRows rows) {
		ArgumentGuards guards = new ArgumentGuards(this.information);
		return guards.onTypes()
			.or(() -> rows.areNone() ? guards.onReads() : Optional.empty())
			.map((place) -> describe("PreAuthorize", place) + ", which depends on the arguments of a call: on "
					+ "findAllById or findById, it would be asked about each row");
	}

	private Optional<String> first(List<String> annotations, String end, boolean onTypes, Predicate<Method> sought) {
		return ReadMethods.declaring(this.information)
			.flatMap((type) -> Stream.concat(onTypes ? describe(type, annotations) : Stream.empty(),
					ReadMethods.of(type).filter(sought).flatMap((method) -> describe(method, annotations))))
			.findFirst()
			.map((guard) -> guard + end);
	}

	private static Stream<String> describe(Class<?> type, List<String> annotations) {
		return Stream.ofNullable(annotation(type, annotations)).map((name) -> describe(name, type.getName()));
	}

	private static Stream<String> describe(Method method, List<String> annotations) {
		return Stream.ofNullable(annotation(method, annotations))
			.map((name) -> describe(name, ReadMethods.describe(method)));
	}

	private static String describe(String annotation, String place) {
		return "is guarded by @" + annotation + " on " + place;
	}

	/**
	 * Returns the name of an annotation. Meta-annotations and annotations of overridden
	 * elements count, too.
	 */
	private static @Nullable String annotation(AnnotatedElement element, List<String> names) {
		MergedAnnotations annotations = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
		Predicate<String> present = annotations::isPresent;
		return names.stream()
			.filter(present)
			.map((name) -> name.substring(name.lastIndexOf('.') + 1))
			.findFirst()
			.orElse(null);
	}

}
