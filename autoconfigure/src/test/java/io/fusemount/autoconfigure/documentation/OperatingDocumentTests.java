package io.fusemount.autoconfigure.documentation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.metrics.FuseMountMeters;
import io.fusemount.autoconfigure.metrics.FuseMountMetricsAutoConfiguration;
import io.fusemount.conformance.memory.LimitedDirectory;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.Step;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the pages for administrators with the code.
 */
class OperatingDocumentTests {

	private final Document page = Document.of("docs/OPERATING.md");

	@TempDir
	private Path spool;

	@Test
	void thePageHasEveryMeterWithItsTypeTagsAndMeaning() {
		MeterRegistry registry = new SimpleMeterRegistry();
		FakeTransport transport = new FakeTransport();
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class,
					FuseMountMetricsAutoConfiguration.class, MetricsAutoConfiguration.class))
			.withBean(FakeTransport.class, () -> transport)
			.withBean(MeterRegistry.class, () -> registry)
			.withBean(DirectorySource.class,
					() -> (mount, target) -> target.accept("limited", new LimitedDirectory("files", 100, 4)))
			.withBean(DatabasePermits.class, () -> new DatabasePermits(1, Duration.ofSeconds(1)))
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.spool.directory=" + this.spool)
			.run((context) -> {
				transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
				for (Step step : Step.values()) {
					transport.dispatcher().steps().run(step, null, () -> 0);
				}
				List<List<String>> rows = this.page.table("Metrics");
				assertThat(rows).hasSameSizeAs(FuseMountMeters.values());
				assertThat(new TreeSet<>(rows.stream().map(Object::toString).toList()))
					.isEqualTo(new TreeSet<>(registry.getMeters()
						.stream()
						.filter((meter) -> meter.getId().syntheticAssociation() == null)
						.map((meter) -> row(meter).toString())
						.toList()));
			});
	}

	private static List<String> row(Meter meter) {
		Meter.Id id = meter.getId();
		List<String> tags = id.getTags()
			.stream()
			.map(Tag::getKey)
			.filter((key) -> !key.equals(FuseMountMeters.MOUNT))
			.sorted()
			.map((key) -> "`" + key + "`")
			.toList();
		return List.of("`" + id.getName() + "`", id.getType().name().toLowerCase(Locale.ROOT), String.join(", ", tags),
				Objects.requireNonNull(id.getDescription()));
	}

}
