package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PreAuthorize;

/** Everybody reads memos, customers write them. */
@FuseMount("memos")
public interface MemoRepository extends JpaRepository<Memo, Long> {

	@Override
	@PreAuthorize("hasRole('CUSTOMER')")
	<S extends Memo> S save(S memo);

}
