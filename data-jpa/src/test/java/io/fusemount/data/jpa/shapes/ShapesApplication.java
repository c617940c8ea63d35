package io.fusemount.data.jpa.shapes;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose entities are not plain rows of bytes. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
@Import(CompositeIds.Initializers.class)
public class ShapesApplication {

}
