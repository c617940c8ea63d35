package io.fusemount.autoconfigure.data;

import io.fusemount.autoconfigure.properties.ConfiguredMounts;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether there is a mount point. In tests it is empty unless they request one. Without a
 * mount, no repository is mapped, because repositories may be mocks in tests.
 */
public final class OnMountPointCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean isSet = ConfiguredMounts.areIn((ConfigurableEnvironment) context.getEnvironment());
		return new ConditionOutcome(isSet,
				ConditionMessage.forCondition("FuseMount").because("a mount point is " + (isSet ? "set" : "not set")));
	}

}
