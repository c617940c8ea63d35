package io.fusemount.autoconfigure.claims;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.autoconfigure.claims.Claims.Claim;
import io.fusemount.autoconfigure.claims.Claims.ClaimRepository;
import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The view of users who browse directories that are values, dates and associated rows.
 */
@EnabledIfFuse
@Timeout(600)
class ClaimsProgramsTests {

	@TempDir
	Path directory;

	private ConfigurableApplicationContext application;

	private Shell shell;

	@BeforeEach
	void start() {
		this.application = Launch.start(ClaimsApplication.class, "jdbc:h2:file:" + this.directory.resolve("h2"),
				this.directory);
		this.shell = Shell.in(this.directory.resolve("mnt"));
		ClaimRepository claims = this.application.getBean(ClaimRepository.class);
		for (String number : List.of("C-17", "C/18", "C-19")) {
			Claim claim = new Claim();
			claim.number = number;
			claims.save(claim);
		}
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	private void fill() {
		this.shell.check("printf photo > claims/C-17/photo.jpg && printf letter > claims/C-17/letter.txt"
				+ " && printf plan > claims/C-19/plan.txt");
		JdbcTemplate jdbc = new JdbcTemplate(this.application.getBean(javax.sql.DataSource.class));
		jdbc.update(
				"update attachment set created = '2025-12-31 23:30:00+00', kind = 'photos' where name = 'photo.jpg'");
		jdbc.update("update attachment set created = '2026-03-05 12:00:00+00' where name = 'letter.txt'");
		jdbc.update("update attachment set created = '2026-11-05 12:00:00+00', kind = 'plans' where name = 'plan.txt'");
	}

	@Test
	void findAndListingsShowEveryDirectoryOnce() {
		fill();
		// find
		String files = this.shell.check("TZ=UTC find . | sort");
		assertThat(files.lines()).contains("./claims/C-17/letter.txt", "./claims/C-17/photo.jpg",
				"./claims/C-19/plan.txt", "./kinds/(none)/letter.txt", "./kinds/photos/photo.jpg",
				"./kinds/plans/plan.txt", "./dates/2026/03/letter.txt", "./dates/2026/11/plan.txt");
		assertThat(files.lines()).doesNotHaveDuplicates();
		// ls -R
		assertThat(this.shell.check("ls -R | grep -v : | grep -v '^$' | sort"))
			.isEqualTo(this.shell.check("find . -mindepth 1 -printf '%f\\n' | sort"));
		// find -type f, -empty, -size, -newermt
		assertThat(this.shell.check("find . -type f | wc -l").strip()).isEqualTo("9");
		assertThat(this.shell.check("find dates -name plan.txt -size 4c").strip()).isEqualTo("dates/2026/11/plan.txt");
		// du
		assertThat(this.shell.check("du -sb --apparent-size claims/C-17 | cut -f1").strip()).isEqualTo("11");
		this.shell.check("du -a . && tar c . | tar t > /dev/null && cp -r dates ../copy && diff -r dates ../copy");
		// Independent of the order of access.
		this.shell.check("find . -depth -type d -exec ls -ld {} + && stat kinds/photos dates/2026/11/plan.txt");
	}

	@Test
	void theSameFileIsTheSameByEveryPath() {
		fill();
		String content = this.shell.check("cat claims/C-19/plan.txt kinds/plans/plan.txt dates/2026/11/plan.txt");
		assertThat(content).isEqualTo("planplanplan");
		this.shell.check("printf changed > kinds/plans/plan.txt");
		assertThat(this.shell.check("cat claims/C-19/plan.txt dates/2026/11/plan.txt")).isEqualTo("changedchanged");
		this.shell.check("rm claims/C-19/plan.txt");
		assertThat(this.shell.check("find . -name plan.txt")).isEmpty();
		assertThat(this.shell.run("touch dates/2026/03/new.txt").errors()).isNotEmpty();
	}

}
