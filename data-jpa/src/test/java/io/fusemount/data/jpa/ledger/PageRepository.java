package io.fusemount.data.jpa.ledger;

import io.fusemount.annotation.FileQuota;
import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

/** 16 KiB and four files. */
@FuseMount(value = "pages", quota = @FileQuota(bytes = "16KB", files = "4"))
public interface PageRepository extends JpaRepository<Page, Long> {

}
