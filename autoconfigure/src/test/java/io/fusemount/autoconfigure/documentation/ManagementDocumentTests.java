package io.fusemount.autoconfigure.documentation;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.fusemount.autoconfigure.endpoint.DirectoryDescriptor;
import io.fusemount.autoconfigure.endpoint.ExecutorDescriptor;
import io.fusemount.autoconfigure.endpoint.FailureDescriptor;
import io.fusemount.autoconfigure.endpoint.HandleDescriptor;
import io.fusemount.autoconfigure.endpoint.MountAction;
import io.fusemount.autoconfigure.endpoint.MountDescriptor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the page about the endpoint with the code.
 */
class ManagementDocumentTests {

	private final Document page = Document.of("docs/MANAGEMENT.md");

	@Test
	void thePageHasEveryFieldOfAMount() {
		String fields = this.page.table("What it shows").toString();
		assertThat(components(MountDescriptor.class)).filteredOn((name) -> !name.equals("name"))
			.allSatisfy((name) -> assertThat(fields).contains("`" + name + "`"));
		assertThat(components(ExecutorDescriptor.class))
			.allSatisfy((name) -> assertThat(fields).contains("`" + name + "`"));
		assertThat(components(DirectoryDescriptor.class))
			.allSatisfy((name) -> assertThat(fields).contains("`" + name + "`"));
		assertThat(components(FailureDescriptor.class))
			.allSatisfy((name) -> assertThat(fields).contains("`" + name + "`"));
	}

	@Test
	void thePageHasEveryFieldOfAHandle() {
		assertThat(components(HandleDescriptor.class))
			.allSatisfy((name) -> assertThat(this.page.text()).contains("`" + name + "`"));
	}

	@Test
	void thePageHasEveryAction() {
		assertThat(this.page.table("What it changes")).extracting((row) -> row.get(0))
			.filteredOn((body) -> body.startsWith("`{"))
			.extracting((body) -> body.replaceAll(".*\"action\": \"([a-z]+)\".*", "$1"))
			.containsOnly(Arrays.stream(MountAction.values())
				.map((action) -> action.name().toLowerCase(Locale.ROOT))
				.toArray(String[]::new));
	}

	private static List<String> components(Class<?> type) {
		return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
	}

}
