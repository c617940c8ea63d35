package io.fusemount.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Boot's rules for the descriptions that editors show.
 */
class ConfigurationMetadataTests {

	@Test
	void describesEveryPropertyInASentenceWithoutArticle() throws IOException {
		assertThat(properties()).hasSizeGreaterThanOrEqualTo(20).allSatisfy((property) -> {
			assertThat(property.get("description")).asString()
				.endsWith(".")
				.doesNotStartWith("The ")
				.doesNotStartWith("A ");
		});
	}

	@Test
	void startsTheDescriptionOfASwitchWithWhether() throws IOException {
		assertThat(properties()).filteredOn("type", "java.lang.Boolean")
			.isNotEmpty()
			.allSatisfy((property) -> assertThat(property.get("description")).asString().startsWith("Whether "));
	}

	@Test
	void knowsTheDefaultOfEverySwitchAndDuration() throws IOException {
		assertThat(properties())
			.filteredOn((property) -> List.of("java.lang.Boolean", "java.time.Duration").contains(property.get("type")))
			.isNotEmpty()
			.allSatisfy((property) -> assertThat(property).containsKey("defaultValue"));
	}

	private static List<Map<String, Object>> properties() throws IOException {
		try (InputStream metadata = Objects.requireNonNull(
				FuseMountProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
			return JsonPath.parse(metadata).read("$.properties");
		}
	}

}
