package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FileQuota;
import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** Each user may have 64 KiB in two sketches. */
@FuseMount(value = "sketches",
		quota = @FileQuota(per = "owner", caller = "?#{authentication.name}", bytes = "64KB", files = "2"))
public interface SketchRepository extends JpaRepository<Sketch, Long> {

}
