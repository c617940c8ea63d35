package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsDirectoriesKit;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Ownership;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A tree of directories that are rows.
 */
abstract class AbstractTreeTests extends VfsDirectoriesKit {

	private static CabinetOwner owner;

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	static void start(String url, String contentExpression) {
		owner = new CabinetOwner(url, contentExpression);
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory(), owner);
	}

	@Override
	protected ApplicationTree tree() {
		return owner;
	}

	@Test
	void aFolderMayHaveTheNameThatMeansNoValueElsewhere() {
		Directory files = owner.emptyDirectory();
		Name name = new Name("(none)");
		Directory made = files.createDirectory(name, Ownership.NONE);
		assertThat(files.list(null).entries()).extracting(DirectoryEntry::name).containsExactly(name);
		Node found = files.find(name);
		assertThat(found).isInstanceOf(Directory.class);
		assertThat(found.key()).isEqualTo(made.key());
	}

}
