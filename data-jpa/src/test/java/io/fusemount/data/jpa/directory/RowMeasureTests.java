package io.fusemount.data.jpa.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.blob.JpaBlobStore;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.JpaErrnoTranslator;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When listings end to measure content.
 */
class RowMeasureTests {

	private static final RowPage UNNOTED = page(null);

	private static final RowPage NOTED = page(5L);

	private static ConfigurableApplicationContext application;

	private static FileMapping mapping;

	private RowMeasure measure;

	/** What was asked for: measured or not. */
	private final List<Boolean> asked = new ArrayList<>();

	private @Nullable Errno measured;

	private @Nullable Errno plain;

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:measure;DB_CLOSE_DELAY=-1", TextsApplication.class);
		mapping = FileMappings.detect(application.getBeanFactory(), DetectionStrategy.ANNOTATED, false)
			.iterator()
			.next();
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void create() {
		create(true);
	}

	private void create(boolean costly) {
		DatabaseAccess access = new DatabaseAccess(mapping.unit().entityManagerFactory(),
				mapping.unit().transactionManager(), Duration.ofSeconds(10),
				new DatabasePermits(1, Duration.ofSeconds(1)), CallerScope.NONE,
				new JpaErrnoTranslator(java.util.Set.of()));
		EntityContent content = new EntityContent(mapping.entity(), 1000);
		this.measure = new RowMeasure(mapping, content, new JpaBlobStore(access, mapping.entity(), content), costly);
	}

	private static RowPage page(@Nullable Long noted) {
		return new RowPage(Map.of(new Name("a"), new Row("1", "a", new RowSize(noted, null), null, null, null, false,
				Ownership.NONE, ExtendedAttributes.NONE)), null);
	}

	private RowPage list(RowPage page) {
		return this.measure.page((measuring) -> {
			this.asked.add(measuring);
			Errno failure = measuring ? this.measured : this.plain;
			if (failure != null) {
				throw new ErrnoException(failure, "as a test wants");
			}
			return page;
		});
	}

	@Test
	void measuringThatTakesTooLongIsGivenUp() {
		this.measured = Errno.ETIMEDOUT;
		assertThat(list(UNNOTED)).isSameAs(UNNOTED);
		list(UNNOTED);
		assertThat(this.asked).containsExactly(true, false, false);
	}

	@Test
	void aListingThatIsSlowAnywayGoesOnToMeasure() {
		this.measured = Errno.ETIMEDOUT;
		this.plain = Errno.ETIMEDOUT;
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> list(UNNOTED));
		this.measured = null;
		list(UNNOTED);
		assertThat(this.asked).containsExactly(true, false, true);
	}

	@Test
	void aPageWithNothingToMeasureIsSlowForAnotherReason() {
		this.measured = Errno.ETIMEDOUT;
		list(NOTED);
		list(UNNOTED);
		list(UNNOTED);
		assertThat(this.asked).containsExactly(true, false, true, false, false);
	}

	@Test
	void measuringThatTakesNoTimeIsNeverGivenUp() {
		create(false);
		this.measured = Errno.ETIMEDOUT;
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> list(UNNOTED));
		this.measured = null;
		list(UNNOTED);
		assertThat(this.asked).containsExactly(true, true);
	}

	@Test
	void otherFailuresAreNotTriedAgain() {
		this.measured = Errno.EIO;
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> list(UNNOTED))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EIO));
		assertThat(this.asked).containsExactly(true);
	}

}
