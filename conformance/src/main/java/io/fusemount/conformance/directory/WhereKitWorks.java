package io.fusemount.conformance.directory;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;

/**
 * Tells a kit which directory the test has in which the kit is nested.
 */
final class WhereKitWorks implements BeforeEachCallback {

	@Override
	public void beforeEach(ExtensionContext context) {
		TestInstances instances = context.getRequiredTestInstances();
		TestedDirectory directory = instances.findInstance(TestedDirectory.class).orElseThrow();
		instances.findInstance(DirectoryKit.class).ifPresent((kit) -> kit.worksIn(directory));
	}

}
