package io.fusemount.autoconfigure.attributes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.conformance.programs.SambaServer;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Programs that copy files with their extended attributes, into a mount, within it and
 * out of it.
 */
@EnabledIfFuse
@Timeout(120)
class MountedAttributesTests {

	@TempDir
	static Path directory;

	static ConfigurableApplicationContext application;

	private final Shell shell = Shell.in(directory.resolve("mnt/items"));

	@BeforeAll
	static void start() throws IOException {
		assumeTrue(Shell.has("setfattr"), "setfattr is not installed");
		application = Launch.start(AttributedApplication.class, "jdbc:h2:mem:attributes", directory);
		Files.createDirectory(directory.resolve("local"));
	}

	@AfterAll
	static void stop() {
		if (application != null) {
			application.close();
		}
	}

	@BeforeEach
	void prepare() {
		String local = directory.resolve("local").toString();
		assumeTrue(this.shell
			.run("cd " + local + " && printf text > a && setfattr -n user.colour -v red a"
					+ " && setfattr -n user.rating -v 5 a && setfattr -n user.binary -v 0x00ff0a a")
			.isSuccess(), "The local disk has no extended attributes");
	}

	@AfterEach
	void clean() {
		this.shell.check("rm -f *");
	}

	private void assertAttributes(String name) {
		assertThat(this.shell.check("getfattr -d -e hex " + name).lines()).contains("user.binary=0x00ff0a",
				"user.colour=0x726564", "user.rating=0x35");
		assertThat(this.shell.check("cat " + name)).isEqualTo("text");
	}

	@Test
	void copiesHaveThem() {
		this.shell.check("cp -a ../../local/a . && cp --preserve=xattr a b && cp -a b c && mv c d");
		assertAttributes("b");
		assertAttributes("d");
		this.shell.check("mv d ../../local/e");
		assertThat(this.shell.check("getfattr --only-values -n user.colour ../../local/e")).isEqualTo("red");
	}

	@Test
	void rsyncKeepsThemAndHasNothingMoreToDo() {
		assumeTrue(Shell.has("rsync"), "rsync is not installed");
		this.shell.check("printf other > a && rsync -aX ../../local/a ./ && rsync -aX a b");
		assertAttributes("a");
		assertAttributes("b");
		assertThat(this.shell.check("rsync -aXi --no-perms --no-owner --no-group ../../local/a ./")).isEmpty();
		this.shell.check("setfattr -n user.rating -v 4 ../../local/a && rsync -aX ../../local/a ./");
		assertThat(this.shell.check("getfattr --only-values -n user.rating a")).isEqualTo("4");
	}

	@Test
	void whatDoesNotFitIsRefusedAndTheRestStays() {
		this.shell.check("cp -a ../../local/a .");
		assertThat(this.shell.run("setfattr -n user.large -v $(printf 'x%.0s' $(seq 30000)) a").errors())
			.contains("File name too long");
		assertThat(this.shell.run("setfattr -n user.rating -v many a").errors()).contains("Invalid argument");
		assertAttributes("a");
		this.shell.check(
				"getfattr -d a | grep -v large && ls -l a && setfattr -x user.binary a && setfattr -x user.rating a");
		assertThat(this.shell.check("getfattr -d a").lines()).contains("user.colour=\"red\"").hasSize(3);
	}

	@Test
	void archivesHaveThem() {
		this.shell.check("cp -a ../../local/a . && tar --xattrs -cf ../../local/all.tar a && rm a"
				+ " && tar --xattrs -xf ../../local/all.tar");
		assertAttributes("a");
	}

	@Test
	void anEditorThatSavesKeepsThem() {
		assumeTrue(Shell.has("vim"), "vim is not installed");
		this.shell.check("cp -a ../../local/a . && vim -es -u NONE -c 'set nofixeol noeol binary' -c 'wq' a");
		assertAttributes("a");
		this.shell.check("sed -i s/text/text/ a");
		assertAttributes("a");
	}

	@Test
	void sambaStoresWhatWindowsSets() throws IOException {
		assumeTrue(Shell.has("smbd") && Shell.has("smbclient"), "Samba is not installed");
		assumeTrue("root".equals(System.getProperty("user.name")), "smbd is started by root");
		this.shell.check("printf text > a");
		try (SambaServer server = SambaServer.share(directory.resolve("mnt/items"))) {
			server.run("setmode a +rh");
			assertThat(server.run("allinfo a")).contains("attributes: RH");
			server.run("setmode a -r");
			assertThat(server.run("allinfo a")).contains("attributes: H");
		}
		assertThat(this.shell.check("getfattr -d a")).contains("user.DOSATTRIB=");
		assertThat(this.shell.check("cat a")).isEqualTo("text");
	}

	/** The application. */
	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class AttributedApplication {

	}

}
