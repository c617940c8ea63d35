package io.fusemount.conformance.architecture;

import java.util.List;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Holds for a class that depends on no package before its own in the given order.
 */
final class KnowWhatIsBelow extends ArchCondition<JavaClass> {

	private final List<String> packages;

	KnowWhatIsBelow(List<String> packages) {
		super("know what is below");
		this.packages = packages;
	}

	@Override
	public void check(JavaClass origin, ConditionEvents events) {
		int own = this.packages.indexOf(origin.getPackageName());
		for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
			int other = this.packages.indexOf(dependency.getTargetClass().getPackageName());
			if (other >= 0 && other < own) {
				events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
			}
		}
	}

}
