package io.fusemount.data.jpa.spread;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose entities are in more than one table each. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
public class SpreadApplication {

}
