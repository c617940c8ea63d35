package io.fusemount.data.jpa.pieces;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application that keeps its files in pieces. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
@EnableJpaAuditing
public class PieceApplication {

}
