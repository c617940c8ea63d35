package io.fusemount.autoconfigure.documentation;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.fusemount.autoconfigure.metrics.FuseMountMeters;
import io.fusemount.autoconfigure.properties.MountProperties;
import io.fusemount.core.operation.Step;
import org.junit.jupiter.api.Test;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the pages about properties with the code.
 */
class PropertiesDocumentTests {

	private final Document page = Document.of("docs/PROPERTIES.md");

	@Test
	void thePageHasEveryPropertyWithItsDefaultAndDescription() throws IOException {
		assertThat(this.page.table("Properties"))
			.containsExactlyInAnyOrderElementsOf(properties().stream().map(PropertiesDocumentTests::row).toList());
	}

	private static List<String> row(Map<String, Object> property) {
		Object value = property.get("defaultValue");
		return List.of("`" + property.get("name") + "`", (value != null) ? "`" + value + "`" : "",
				String.valueOf(property.get("description")));
	}

	@Test
	void thePageHasEveryValueOfEveryPropertyThatHasNamedOnes() throws IOException {
		assertThat(this.page.table("Values")).extracting((row) -> row.get(0) + " = " + row.get(1))
			.containsExactlyInAnyOrderElementsOf(
					properties().stream().flatMap(PropertiesDocumentTests::values).toList());
	}

	private static Stream<String> values(Map<String, Object> property) {
		String name = String.valueOf(property.get("name"));
		String type = String.valueOf(property.get("type")).replaceFirst("<.*", "");
		Class<?> known = ClassUtils.resolveClassName(type, null);
		return !known.isEnum() ? Stream.empty()
				: Arrays.stream(known.getEnumConstants())
					.map((value) -> "`" + name + "` = `"
							+ ((Enum<?>) value).name().toLowerCase(Locale.ROOT).replace('_', '-') + "`");
	}

	@Test
	void everyPageNamesPropertiesAndMetersThatThereAre() throws IOException {
		List<String> known = Stream
			.concat(properties().stream().map((property) -> String.valueOf(property.get("name"))),
					Stream.concat(Arrays.stream(FuseMountMeters.values()).map(FuseMountMeters::meterName),
							Arrays.stream(Step.values()).map(FuseMountMeters::observation)))
			.toList();
		assertThat(Document.all()).isNotEmpty()
			.allSatisfy((document) -> assertThat(document.namesIn("fusemount", "management.endpoint.fusemounts"))
				.extracting((name) -> name.replaceFirst("^fusemount\\.mounts\\.[a-z-]+\\.", "fusemount."))
				.allSatisfy((name) -> assertThat(known)
					.anyMatch((each) -> each.equals(name) || each.startsWith(name.replaceFirst("\\.?\\*?$", ".")))));
	}

	private static List<Map<String, Object>> properties() throws IOException {
		try (InputStream metadata = Objects.requireNonNull(
				MountProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
			return JsonPath.parse(metadata).read("$.properties");
		}
	}

}
