package io.fusemount.data.jpa.directory.texts;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application with names of all kinds. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
public class TextsApplication {

}
