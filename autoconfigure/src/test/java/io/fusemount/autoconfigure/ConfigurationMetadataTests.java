package io.fusemount.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import com.jayway.jsonpath.JsonPath;
import io.fusemount.autoconfigure.data.FuseMountJpaProperties;
import io.fusemount.autoconfigure.properties.FuseMountProperties;
import io.fusemount.autoconfigure.properties.MountProperties;
import io.fusemount.autoconfigure.security.FuseMountSecurityProperties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.ClassUtils;

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

	@Test
	void knowsWhatEachMountOfTheMapHas() throws IOException {
		assertThat(properties()).filteredOn("name", "fusemount.mounts")
			.singleElement()
			.returns("java.util.Map<java.lang.String," + MountProperties.class.getName() + ">",
					(property) -> property.get("type"));
		assertThat(properties())
			.filteredOn((property) -> MountProperties.class.getName().equals(property.get("sourceType")))
			.isNotEmpty()
			.extracting((property) -> String.valueOf(property.get("name")).replace("fusemount.", ""))
			.isSubsetOf(MountProperties.NAMES);
	}

	@Test
	void hintsAtThePropertiesThatThereAre() throws IOException {
		assertThat(properties()).extracting((property) -> property.get("name"))
			.containsAll(hints().stream().map((hint) -> hint.get("name")).toList());
		assertThat(hints()).extracting((hint) -> hint.get("name"))
			.contains("fusemount.mount-point", "fusemount.spool.directory", "fusemount.umask");
	}

	@Test
	void hintsAtEveryValueWhereTheyHaveNames() throws IOException {
		assertThat(properties())
			.filteredOn((property) -> String.valueOf(property.get("type")).startsWith("io.fusemount."))
			.filteredOn((property) -> type(property).isEnum())
			.isNotEmpty()
			.allSatisfy((property) -> assertThat(hintedValues(property.get("name")))
				.containsExactlyElementsOf(Arrays.stream(type(property).getEnumConstants())
					.map(ConfigurationMetadataTests::written)
					.toList()));
	}

	private static Class<?> type(Map<String, Object> property) {
		return ClassUtils.resolveClassName(String.valueOf(property.get("type")).replaceFirst("<.*", ""), null);
	}

	private static String written(Object constant) {
		return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	@Test
	void hintsAtNothingThatIsRefused() throws IOException {
		assertThat(hints()).allSatisfy((hint) -> assertThat(hintedValues(hint.get("name"))).allSatisfy((value) -> {
			Binder binder = new Binder(
					new MapConfigurationPropertySource(Map.of(String.valueOf(hint.get("name")), value)));
			assertThat(binder.bind("fusemount", MountProperties.class).isBound()
					|| binder.bind("fusemount", FuseMountProperties.class).isBound()
					|| binder.bind("fusemount", FuseMountJpaProperties.class).isBound()
					|| binder.bind("fusemount.security", FuseMountSecurityProperties.class).isBound())
				.isTrue();
		}));
	}

	private static List<String> hintedValues(@Nullable Object name) throws IOException {
		return JsonPath.parse(hints()).read("$[?(@.name == '" + name + "')].values[*].value");
	}

	private static List<Map<String, Object>> properties() throws IOException {
		return metadata("$.properties");
	}

	private static List<Map<String, Object>> hints() throws IOException {
		return metadata("$.hints");
	}

	private static List<Map<String, Object>> metadata(String path) throws IOException {
		try (InputStream metadata = Objects.requireNonNull(
				MountProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
			return JsonPath.parse(metadata).read(path);
		}
	}

}
