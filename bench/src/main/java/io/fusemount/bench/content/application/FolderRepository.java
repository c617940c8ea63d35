package io.fusemount.bench.content.application;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The folders, mounted as the directories in {@code tree/}, where programs can create
 * others.
 */
@FuseMount("tree")
public interface FolderRepository extends JpaRepository<Folder, Long> {

}
