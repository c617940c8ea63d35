package io.fusemount.data.jpa.guard.placed;

import java.util.List;

import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.guard.shown.Shown.Paper;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.security.access.prepost.PostFilter;

/** Says itself which rows a user sees, and has directories for their sake. */
@FuseMount("kinds/{kind}")
public interface PlacedRepository extends JpaRepository<Paper, Long> {

	@Override
	@PostFilter("filterObject.owner == authentication.name")
	List<Paper> findAllById(Iterable<Long> ids);

}
