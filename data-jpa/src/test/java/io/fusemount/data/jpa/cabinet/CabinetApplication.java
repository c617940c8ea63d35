package io.fusemount.data.jpa.cabinet;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application in which users keep papers in folders. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
@EnableJpaAuditing
public class CabinetApplication {

}
