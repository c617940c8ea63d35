package io.fusemount.data.jpa.rights.office;

import io.fusemount.data.jpa.creation.FileInitializer;
import jakarta.persistence.EntityManager;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose expressions know who asks. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class OfficeApplication {

	@Bean
	Users users() {
		return new Users();
	}

	/** A new letter is of the client who stores it. */
	@Bean
	FileInitializer<Office.Letter> ownLetters(EntityManager entityManager) {
		return (letter, file) -> {
			if (letter.client == null) {
				letter.client = entityManager
					.createQuery("select c from Client c where c.login = :login", Office.Client.class)
					.setParameter("login", Users.login(file.caller()))
					.getResultStream()
					.findFirst()
					.orElse(null);
			}
		};
	}

}
