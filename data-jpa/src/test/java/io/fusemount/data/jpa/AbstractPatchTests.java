package io.fusemount.data.jpa;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base of the tests of changes to large objects of PostgreSQL where they are.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractPatchTests extends AbstractDirectoryTests {

	static final int MIB = 1 << 20;

	private RunningDirectories running;

	Directory directory;

	@Override
	RunningDirectories running() {
		return this.running;
	}

	@BeforeAll
	void start() {
		this.running = new RunningDirectories(Postgres.createDatabase(getClass().getSimpleName()));
	}

	@AfterAll
	void stop() {
		this.running.close();
	}

	@BeforeEach
	void empty() {
		this.running.empty();
		this.running.jdbc().queryForList("select lo_unlink(oid) from pg_largeobject_metadata");
		this.directory = directory("archive/invoices");
	}

	@AfterEach
	void everyRowHasOneLargeObject() {
		assertThat(count("pg_largeobject_metadata"))
			.isEqualTo(this.jdbc.queryForObject("select count(document) + count(thumbnail) from invoice", Long.class));
	}

	RegularFile create(ContentSource content) {
		return this.directory.create(new Name("a"), new FileChanges(content, null));
	}

	static PatternPatch append(PatternContent content, int count) {
		long size = content.size();
		return new PatternPatch(content, new PatternContent(2, size + count), size, List.of(range(size, size + count)));
	}

	static PatternPatch overwrite(long size) {
		return new PatternPatch(new PatternContent(1, size), new PatternContent(2, size), size, List.of(range(5, 10)));
	}

	static ByteRange range(long start, long end) {
		return new ByteRange(start, end);
	}

	/** Returns what {@link #read} returns of a file with the content of the patch. */
	static String read(PatternPatch patch, long position, int length) {
		byte[] bytes = new byte[length];
		for (int i = 0; i < length; i++) {
			bytes[i] = patch.at(position + i);
		}
		return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
	}

	long count(String table) {
		return Objects.requireNonNull(this.jdbc.queryForObject("select count(*) from " + table, Long.class));
	}

}
