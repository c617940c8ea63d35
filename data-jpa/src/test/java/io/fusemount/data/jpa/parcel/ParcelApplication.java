package io.fusemount.data.jpa.parcel;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose files and directories have attributes. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
@EnableJpaAuditing
public class ParcelApplication {

}
