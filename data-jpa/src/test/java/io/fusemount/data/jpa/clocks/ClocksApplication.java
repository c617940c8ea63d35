package io.fusemount.data.jpa.clocks;

import java.util.UUID;

import io.fusemount.data.jpa.creation.FileInitializer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose entities set their times themselves. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class ClocksApplication {

	@Bean
	FileInitializer<Clocks.Assigned> idsOfAssigned() {
		return (assigned, file) -> assigned.id = UUID.randomUUID();
	}

}
