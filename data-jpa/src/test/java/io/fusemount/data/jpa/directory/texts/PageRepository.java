package io.fusemount.data.jpa.directory.texts;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount
public interface PageRepository extends JpaRepository<Page, String> {

}
