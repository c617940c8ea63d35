package io.fusemount.autoconfigure.mounted;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import javax.sql.DataSource;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs and the kernel where a size that is noted does not fit the content.
 */
@EnabledIfFuse
@Timeout(600)
class MountedSizesTests {

	@TempDir
	Path directory;

	@Test
	void programsGetAllOfSmallFilesThatAreFetchedTogether() {
		try (ConfigurableApplicationContext application = MountedApplication
			.start("jdbc:h2:file:" + this.directory.resolve("h2"), this.directory)) {
			JdbcTemplate jdbc = new JdbcTemplate(application.getBean(DataSource.class));
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			shell.check(
					"mkdir ../../expected && for i in $(seq 10 49); do seq $i >../../expected/$i && cp ../../expected/$i .; done");
			for (long noted : new long[] { 0, -1, 10, 50, 1_000 }) {
				jdbc.update("update stored_file set size = ?, version = version + 1", noted);
				shell.check("sleep 1.1; ls -l; cat * >../../all && cat ../../expected/* | cmp - ../../all");
				jdbc.update("update stored_file set size = ?, version = version + 1", noted);
				shell.check(
						"sleep 1.1; ls -l; for i in *; do cat $i; done | cmp - ../../all && diff -r . ../../expected");
			}
		}
	}

	@Test
	void programsGetAllOfAFileWhateverSizeIsNoted() {
		try (ConfigurableApplicationContext application = MountedApplication.start(
				"jdbc:h2:file:" + this.directory.resolve("h2"), this.directory, "--fusemount.cache.time-to-live=0s")) {
			JdbcTemplate jdbc = new JdbcTemplate(application.getBean(DataSource.class));
			StoredRows rows = new StoredRows(application);
			Shell shell = Shell.in(MountedApplication.files(this.directory));
			shell.check("seq 30000 > numbers && cp numbers " + this.directory + "/expected");
			for (long noted : new long[] { 0, -1, 10, 1_000_000 }) {
				jdbc.update("update stored_file set size = ?", noted);
				shell.check("ls -l && cp numbers ../../copied && cmp ../../copied ../../expected");
				jdbc.update("update stored_file set size = ?", noted);
				shell.check("ls -l && cat numbers | cmp - ../../expected && tail -n 1 numbers | grep -x 30000");
				if (noted <= 0) {
					shell.check(
							"test -z \"$(find . -empty)\" && test $(stat -c %s numbers) = $(stat -c %s ../../expected)");
					shell.check("tar cf - numbers | tar xOf - | cmp - ../../expected");
				}
				jdbc.update("update stored_file set size = ?", noted);
				shell.check(
						"ls -l && echo more >> numbers && echo more >> ../../expected && cmp numbers ../../expected");
				assertThat(rows.content("numbers")).asString(StandardCharsets.US_ASCII)
					.startsWith("1\n2\n")
					.endsWith("more\n");
				shell.check("seq 30000 > numbers && seq 30000 > ../../expected");
			}
		}
	}

}
