package io.fusemount.test.autoconfigure;

import java.util.List;

import io.fusemount.test.AutoConfigureFuseMount;
import org.jspecify.annotations.Nullable;

import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Recognizes tests by {@link AutoConfigureFuseMount}.
 */
final class FuseMountContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		AutoConfigureFuseMount asked = TestContextAnnotationUtils.findMergedAnnotation(testClass,
				AutoConfigureFuseMount.class);
		return (asked != null) ? new FuseMountContextCustomizer(asked.transport()) : null;
	}

}
