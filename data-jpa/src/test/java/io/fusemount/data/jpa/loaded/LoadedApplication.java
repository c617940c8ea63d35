package io.fusemount.data.jpa.loaded;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application with an entity that knows its first byte. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
public class LoadedApplication {

}
