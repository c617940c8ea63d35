package io.fusemount.autoconfigure.metrics;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.StepScope;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.micrometer.observation.tck.TestObservationRegistryAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Steps as observations, and with them traces.
 */
class FuseMountObservationAutoConfigurationTests {

	@TempDir
	private Path spool;

	private final FakeTransport transport = new FakeTransport();

	private final TestObservationRegistry observations = TestObservationRegistry.create();

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(FuseMountAutoConfiguration.class, FuseMountMetricsAutoConfiguration.class,
							FuseMountObservationAutoConfiguration.class, MetricsAutoConfiguration.class))
			.withBean(FakeTransport.class, () -> this.transport)
			.withBean(OneFileDirectory.class)
			.withPropertyValues("fusemount.mount-point=/srv/files", "fusemount.name=files",
					"fusemount.spool.directory=" + this.spool);
	}

	private ApplicationContextRunner observed() {
		return runner().withBean(ObservationRegistry.class, () -> this.observations);
	}

	private void commit() {
		this.transport.dispatcher().steps().run(Step.COMMIT, OneFileDirectory.KEY, () -> 0);
	}

	@Test
	void theMountIsObserved() {
		observed().run((context) -> assertThat(this.observations).hasObservationWithNameEqualTo("fusemount.mount")
			.that()
			.hasLowCardinalityKeyValue("mount", "files")
			.hasLowCardinalityKeyValue("outcome", "success")
			.hasBeenStopped());
	}

	@Test
	void aStepIsObservedWithKeysOfFewValuesOnly() {
		observed().run((context) -> {
			commit();
			assertThat(this.observations).hasObservationWithNameEqualTo("fusemount.commit")
				.that()
				.hasOnlyKeys("mount", "directory", "outcome")
				.hasLowCardinalityKeyValue("directory", "reports/today")
				.hasLowCardinalityKeyValue("outcome", "success")
				.doesNotHaveError();
		});
	}

	@Test
	void whatTheApplicationDoesInAStepIsPartOfIt() {
		observed().run((context) -> {
			this.transport.dispatcher().steps().run(Step.PAGE, null, () -> {
				Observation.createNotStarted("select", this.observations).observe(() -> {
				});
				return 0;
			});
			assertThat(this.observations).hasObservationWithNameEqualTo("select")
				.that()
				.hasParentObservationContextMatching((parent) -> "fusemount.page".equals(parent.getName()));
			assertThat(this.observations.getCurrentObservation()).isNull();
		});
	}

	@Test
	void aStepThatFailsHasItsErrnoAndError() {
		observed().run((context) -> {
			ErrnoException failure = new ErrnoException(Errno.ESTALE, "Changed meanwhile");
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> this.transport.dispatcher().steps().run(Step.FETCH, null, () -> {
					throw failure;
				}));
			assertThat(this.observations).hasObservationWithNameEqualTo("fusemount.fetch")
				.that()
				.hasLowCardinalityKeyValue("outcome", "ESTALE")
				.hasError(failure)
				.hasBeenStopped();
		});
	}

	@Test
	void operationsAreNotObserved() {
		observed().run((context) -> {
			this.transport.dispatcher().dispatch(Operation.GETATTR, "/", () -> 0);
			assertThat(this.observations).doesNotHaveAnyRemainingCurrentObservation().hasNumberOfObservationsEqualTo(1);
		});
	}

	@Test
	void nothingIsMadeWhereNobodyListensToObservations() {
		StepObservations listener = new StepObservations(ObservationRegistry.create(), "files", Map.of());
		assertThat(listener.stepStarted(Step.COMMIT, null)).isSameAs(StepScope.NONE);
		runner().run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("fuseMountStepObservations"));
	}

	@Test
	void observationsMakeNoMetersBesideThoseOfTheSteps() {
		MeterRegistry meters = new SimpleMeterRegistry();
		observed().withBean(MeterRegistry.class, () -> meters).run((context) -> {
			this.observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
			commit();
			assertThat(meters.get("fusemount.commits").timer().count()).isOne();
			assertThat(meters.getMeters()).extracting((meter) -> meter.getId().getName())
				.doesNotContain("fusemount.commit", "fusemount.commit.active");
		});
	}

	@Test
	void aCommitLeavesItsTraceAsAnExemplar() {
		CurrentSpan span = new CurrentSpan();
		this.observations.observationConfig().observationHandler(span);
		PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(),
				Clock.SYSTEM, span);
		observed().withBean(MeterRegistry.class, () -> meters).run((context) -> {
			commit();
			this.transport.dispatcher().dispatch(Operation.FLUSH, "/a", () -> 0);
			String scraped = meters.scrape("application/openmetrics-text");
			assertThat(lines(scraped, "fusemount_commits_seconds_bucket"))
				.anyMatch((line) -> line.contains("trace_id=\"" + CurrentSpan.TRACE + "\""));
			assertThat(lines(scraped, "fusemount_operations_seconds_bucket")).isNotEmpty()
				.noneMatch((line) -> line.contains("trace_id"));
		});
	}

	private static List<String> lines(String scraped, String name) {
		return Arrays.stream(scraped.split("\n")).filter((line) -> line.startsWith(name)).toList();
	}

	/**
	 * The tracing of an application: each observation in scope is a span.
	 */
	private static final class CurrentSpan implements SpanContext, ObservationHandler<Observation.Context> {

		private static final String TRACE = "0123456789abcdef0123456789abcdef";

		private int depth;

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

		@Override
		public void onScopeOpened(Observation.Context context) {
			this.depth++;
		}

		@Override
		public void onScopeClosed(Observation.Context context) {
			this.depth--;
		}

		@Override
		public @Nullable String getCurrentTraceId() {
			return (this.depth > 0) ? TRACE : null;
		}

		@Override
		public @Nullable String getCurrentSpanId() {
			return (this.depth > 0) ? "0123456789abcdef" : null;
		}

		@Override
		public boolean isCurrentSpanSampled() {
			return this.depth > 0;
		}

		@Override
		public void markCurrentSpanAsExemplar() {
		}

	}

}
