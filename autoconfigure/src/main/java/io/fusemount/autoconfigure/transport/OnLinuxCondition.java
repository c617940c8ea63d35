package io.fusemount.autoconfigure.transport;

import java.util.Locale;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the kernel's own protocol is requested, or if nothing is requested and the
 * system is Linux.
 */
final class OnLinuxCondition extends SpringBootCondition {

	private static final String PROPERTY = "fusemount.transport";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String transport = context.getEnvironment().getProperty(PROPERTY, "auto").toLowerCase(Locale.ROOT);
		String system = System.getProperty("os.name", "");
		ConditionMessage.Builder message = ConditionMessage.forCondition("Transport");
		return switch (transport) {
			case "linux" -> ConditionOutcome.match(message.because(PROPERTY + " requests it"));
			case "auto" -> new ConditionOutcome("Linux".equals(system), message.because("the system is " + system));
			default -> ConditionOutcome.noMatch(message.because(PROPERTY + " requests " + transport));
		};
	}

}
