package io.fusemount.data.jpa.archive;

import java.util.Optional;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;

@FuseMount("archive/invoices")
public interface InvoiceRepository extends JpaRepository<Invoice, Long> {

	Optional<Invoice> findByNumber(String number);

}
