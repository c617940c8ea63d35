package io.fusemount.data.jpa.unchanged;

import io.fusemount.data.jpa.creation.FileInitializer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application that gives new files something of its own. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class SheetsApplication {

	@Bean
	FileInitializer<Sheets.Sheet> originOfSheets() {
		return (sheet, file) -> sheet.setOrigin(file.directory());
	}

}
