package io.fusemount.conformance.vfs;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;

/**
 * Tells a kit that is nested in a {@link VfsConformanceKit} which instance it is a part
 * of.
 */
final class PartOfKit implements BeforeEachCallback {

	@Override
	public void beforeEach(ExtensionContext context) {
		TestInstances instances = context.getRequiredTestInstances();
		instances.findInstance(VfsConformanceKit.class)
			.ifPresent((whole) -> instances.findInstance(VfsKit.class).ifPresent((part) -> part.isPartOf(whole)));
	}

}
