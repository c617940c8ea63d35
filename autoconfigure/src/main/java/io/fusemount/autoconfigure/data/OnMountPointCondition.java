package io.fusemount.autoconfigure.data;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Whether there is a mount point. In tests it is empty, unless they ask for one: what is
 * not mounted is not mapped, for repositories may be mocks there.
 */
final class OnMountPointCondition extends SpringBootCondition {

	private static final String PROPERTY = "fusemount.mount-point";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean isSet = StringUtils.hasText(context.getEnvironment().getProperty(PROPERTY));
		return new ConditionOutcome(isSet,
				ConditionMessage.forCondition("FuseMount").because(PROPERTY + (isSet ? " is set" : " is not set")));
	}

}
