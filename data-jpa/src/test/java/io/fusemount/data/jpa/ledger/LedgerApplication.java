package io.fusemount.data.jpa.ledger;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose files have a quota together. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
public class LedgerApplication {

}
