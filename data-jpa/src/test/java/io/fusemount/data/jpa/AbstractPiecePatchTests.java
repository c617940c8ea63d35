package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.Objects;

import io.fusemount.conformance.blob.ContentPatchKit;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.pieces.PieceApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * Changes of content in pieces, held against the contract, on one database.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractPiecePatchTests {

	private ConfigurableApplicationContext application;

	private JpaDirectories directories;

	abstract String databaseUrl();

	@BeforeAll
	void start() {
		this.application = TestDatabase.start(databaseUrl(), PieceApplication.class);
		this.directories = new JpaDirectories(this.application.getBeanFactory(),
				new JpaSettings(DetectionStrategy.ANNOTATED, false, 5, Duration.ofMinutes(1), 1 << 20),
				new DatabasePermits(4, Duration.ofSeconds(10)));
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	private Directory empty(String path) {
		Directory directory = Objects.requireNonNull(this.directories.directories().get(path));
		AbstractDirectoryTests.list(directory).values().forEach(directory::delete);
		return directory;
	}

	@Nested
	class Large extends ContentPatchKit {

		private Directory directory;

		@BeforeEach
		void empty() {
			this.directory = AbstractPiecePatchTests.this.empty("videos");
		}

		@Override
		protected Directory directory() {
			return this.directory;
		}

	}

	@Nested
	class Small extends ContentPatchKit {

		private Directory directory;

		@BeforeEach
		void empty() {
			this.directory = AbstractPiecePatchTests.this.empty("clips");
		}

		@Override
		protected Directory directory() {
			return this.directory;
		}

	}

}
