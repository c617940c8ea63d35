package io.fusemount.data.jpa.rights.folders;

import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.rights.office.Office;

import org.springframework.data.jpa.repository.JpaRepository;

/** Two repositories of the same folders, and a path that both could be meant by. */
public final class TwoFolderRepositories {

	private TwoFolderRepositories() {
	}

	/** Some of the folders. */
	@FuseMount(value = "some", readable = "e.secret = false")
	public interface SomeFolders extends JpaRepository<Office.Folder, Long> {

	}

	/** All of them. */
	@FuseMount("all")
	public interface AllFolders extends JpaRepository<Office.Folder, Long> {

	}

	/** Papers in folders. */
	@FuseMount("papers/{folder}")
	public interface Papers extends JpaRepository<Office.Paper, Long> {

	}

}
