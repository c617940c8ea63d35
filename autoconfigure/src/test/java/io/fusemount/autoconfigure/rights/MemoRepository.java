package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** All memos, to those whom {@link MemoAccess} shows them. */
@FuseMount("memos")
public interface MemoRepository extends JpaRepository<Memo, Long> {

}
