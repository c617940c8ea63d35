package io.fusemount.autoconfigure.owners;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;

/** An application whose rows belong to users of the machine. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableJpaAuditing
public class TeamApplication {

}
