package io.fusemount.data.jpa.archive;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application that keeps its users' files in a database. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
@EnableJpaAuditing
public class ArchiveApplication {

}
