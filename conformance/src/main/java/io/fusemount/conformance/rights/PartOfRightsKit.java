package io.fusemount.conformance.rights;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;

/**
 * Tells a kit that is nested in a {@link RightsConformanceKit} which instance it is a
 * part of.
 */
final class PartOfRightsKit implements BeforeEachCallback {

	@Override
	public void beforeEach(ExtensionContext context) {
		TestInstances instances = context.getRequiredTestInstances();
		instances.findInstance(RightsConformanceKit.class)
			.ifPresent((whole) -> instances.findInstance(RightsKit.class).ifPresent((part) -> part.isPartOf(whole)));
	}

}
