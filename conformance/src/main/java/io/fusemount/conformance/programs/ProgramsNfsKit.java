package io.fusemount.conformance.programs;

import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the export of a mount by an NFS server follows the changes of its files.
 */
abstract class ProgramsNfsKit extends SaveKit {

	private @Nullable GaneshaServer server;

	@BeforeEach
	void export() throws Exception {
		assumeInstalled("ganesha.nfsd", "nfs-ls", "nfs-cat");
		Assumptions.assumeTrue("root".equals(System.getProperty("user.name")),
				"ganesha.nfsd opens files by their handles, so it has to be started by root");
		existing("a.txt", TEXT);
		this.server = GaneshaServer.export(target().directory());
	}

	@AfterEach
	void unexport() {
		if (this.server != null) {
			this.server.close();
		}
	}

	@Test
	void clientsSeeEachChangeOfNames() {
		GaneshaServer export = Objects.requireNonNull(this.server);
		assertThat(export.names()).containsExactly("a.txt");
		for (String name : new String[] { "b.txt", "c.txt", "d.txt" }) {
			sh("printf new > " + name);
			assertThat(export.names()).contains(name);
		}
		sh("mv b.txt e.txt");
		assertThat(export.names()).containsExactly("a.txt", "c.txt", "d.txt", "e.txt");
		sh("rm c.txt");
		assertThat(export.names()).containsExactly("a.txt", "d.txt", "e.txt");
	}

	@Test
	void clientsReadTheNewestContent() {
		GaneshaServer export = Objects.requireNonNull(this.server);
		assertThat(export.content("a.txt")).isEqualTo(TEXT);
		sh("printf 'something longer than before' > a.txt");
		assertThat(export.content("a.txt")).isEqualTo("something longer than before");
		sh("printf short > a.tmp && mv a.tmp a.txt");
		assertThat(export.content("a.txt")).isEqualTo("short");
	}

}
