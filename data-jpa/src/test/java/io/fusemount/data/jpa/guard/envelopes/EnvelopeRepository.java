package io.fusemount.data.jpa.guard.envelopes;

import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.guard.rows.Letters.Envelope;

import org.springframework.data.jpa.repository.JpaRepository;

/** Guards nothing itself. */
@FuseMount("envelopes")
public interface EnvelopeRepository extends JpaRepository<Envelope, Long> {

}
