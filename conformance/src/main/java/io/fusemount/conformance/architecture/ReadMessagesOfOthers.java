package io.fusemount.conformance.architecture;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Holds for a class that reads the message of an exception of any type other than the one
 * whose messages are reasons for users.
 */
final class ReadMessagesOfOthers extends ArchCondition<JavaClass> {

	private static final Set<String> MESSAGES = Set.of("getMessage", "getLocalizedMessage", "toString");

	private final String reason;

	ReadMessagesOfOthers(String reason) {
		super("read messages of others");
		this.reason = reason;
	}

	@Override
	public void check(JavaClass type, ConditionEvents events) {
		for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
			JavaClass owner = call.getTargetOwner();
			boolean others = MESSAGES.contains(call.getName()) && owner.isAssignableTo(Throwable.class)
					&& !owner.getName().equals(this.reason);
			events.add(new SimpleConditionEvent(type, others, call.getDescription()));
		}
	}

}
