package io.fusemount.conformance.architecture;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Holds for a field with {@code @GuardedBy}, which the compiler checks, and for a field
 * that needs no guard because it is volatile or final.
 */
final class SayWhatGuardsThem extends ArchCondition<JavaField> {

	private static final String GUARDED_BY = "com.google.errorprone.annotations.concurrent.GuardedBy";

	SayWhatGuardsThem() {
		super("say what guards them");
	}

	@Override
	public void check(JavaField field, ConditionEvents events) {
		boolean safe = field.getModifiers().contains(JavaModifier.FINAL)
				|| field.getModifiers().contains(JavaModifier.VOLATILE);
		boolean guarded = field.isAnnotatedWith(GUARDED_BY);
		events.add(new SimpleConditionEvent(field, safe || guarded,
				field.getFullName() + " is beside synchronized methods, "
						+ (guarded ? "with @GuardedBy" : safe ? "volatile or final" : "without @GuardedBy")));
	}

}
