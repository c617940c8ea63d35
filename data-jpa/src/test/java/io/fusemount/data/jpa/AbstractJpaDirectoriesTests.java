package io.fusemount.data.jpa;

import java.util.Objects;

import io.fusemount.conformance.blob.ContentPatchKit;
import io.fusemount.core.node.Directory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What directories of repositories do, whatever the database. A subclass says what
 * differs; all its tests share one application.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractJpaDirectoriesTests {

	private RunningDirectories running;

	abstract String databaseUrl();

	/** Returns 1 where content lives outside its row and takes statements of its own. */
	abstract int separate();

	/** Returns 1 where a statement locks a name that nothing keeps apart. */
	abstract int locks();

	/**
	 * Whether the driver hands out a row with its content, so that big ones are refused.
	 */
	boolean isLoadedWithRow() {
		return false;
	}

	/** Returns what writing may allocate in all, garbage included. */
	abstract long maxAllocatedBytes(long size);

	/** Returns how much a document may have, by its column or by its place in memory. */
	abstract long maxDocumentBytes();

	/** Returns how much content may be held in memory. */
	long maxInMemory() {
		return RunningDirectories.MAX_IN_MEMORY;
	}

	/** Returns the statement that lets the invoices' sizes be null, or not. */
	String nullable(boolean nullable) {
		return "alter table invoice alter column size " + (nullable ? "drop" : "set") + " not null";
	}

	@BeforeAll
	void start() {
		this.running = new RunningDirectories(databaseUrl(), maxInMemory());
	}

	@AfterAll
	void stop() {
		this.running.close();
	}

	@BeforeEach
	void empty() {
		this.running.empty();
	}

	RunningDirectories running() {
		return this.running;
	}

	@Nested
	class Content extends AbstractDirectoryContentTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

		@Override
		boolean isLoadedWithRow() {
			return AbstractJpaDirectoriesTests.this.isLoadedWithRow();
		}

		@Override
		long maxAllocatedBytes(long size) {
			return AbstractJpaDirectoriesTests.this.maxAllocatedBytes(size);
		}

		@Override
		long maxDocumentBytes() {
			return AbstractJpaDirectoriesTests.this.maxDocumentBytes();
		}

	}

	@Nested
	class Names extends AbstractDirectoryNamesTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

	}

	@Nested
	class Together extends AbstractDirectoryTogetherTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

	}

	@Nested
	class SharedNames extends AbstractDirectorySharedNamesTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

	}

	@Nested
	class Refusals extends AbstractDirectoryRefusalsTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

	}

	@Nested
	class Versions extends AbstractDirectoryVersionsTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

	}

	@Nested
	class Statements extends AbstractDirectoryStatementsTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

		@Override
		int separate() {
			return AbstractJpaDirectoriesTests.this.separate();
		}

		@Override
		int locks() {
			return AbstractJpaDirectoriesTests.this.locks();
		}

	}

	@Nested
	class Sizes extends AbstractDirectorySizesTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

		@Override
		boolean isLengthCostly() {
			return isLoadedWithRow();
		}

		@Override
		String nullable(boolean nullable) {
			return AbstractJpaDirectoriesTests.this.nullable(nullable);
		}

	}

	@Nested
	class Patches extends ContentPatchKit {

		@Override
		protected Directory directory() {
			return Objects.requireNonNull(running().directories().directories().get("archive/invoices"));
		}

	}

	@Nested
	class News extends AbstractDirectoryNewsTests {

		@Override
		RunningDirectories running() {
			return AbstractJpaDirectoriesTests.this.running();
		}

	}

}
