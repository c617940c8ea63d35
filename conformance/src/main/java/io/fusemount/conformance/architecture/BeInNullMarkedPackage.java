package io.fusemount.conformance.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Holds for a class whose own package, not a parent of it, is {@code @NullMarked}.
 */
final class BeInNullMarkedPackage extends ArchCondition<JavaClass> {

	private static final String NULL_MARKED = "org.jspecify.annotations.NullMarked";

	BeInNullMarkedPackage() {
		super("be in a package that is @NullMarked");
	}

	@Override
	public void check(JavaClass javaClass, ConditionEvents events) {
		boolean marked = javaClass.getPackage().isAnnotatedWith(NULL_MARKED);
		events.add(new SimpleConditionEvent(javaClass, marked,
				javaClass.getName() + " is in " + javaClass.getPackageName() + ", which has "
						+ (marked ? "a package-info with @NullMarked" : "no package-info with @NullMarked")));
	}

}
