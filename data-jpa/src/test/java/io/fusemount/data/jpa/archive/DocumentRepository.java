package io.fusemount.data.jpa.archive;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount
public interface DocumentRepository extends JpaRepository<Document, Integer> {

}
