package io.fusemount.compatibility;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import org.hibernate.Hibernate;
import org.hibernate.Version;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with letters, until its input ends. It stores one of each line, a name
 * and a text.
 */
@SpringBootApplication
class LetterApplication {

	public static void main(String[] arguments) throws IOException {
		try (ConfigurableApplicationContext context = SpringApplication.run(LetterApplication.class, arguments);
				BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			System.out.println("Started on " + SpringBootVersion.getVersion() + ", " + Version.getVersionString());
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				String[] words = line.split(" ");
				byte[] content = words[1].getBytes(StandardCharsets.UTF_8);
				Letter letter = new Letter();
				letter.name = words[0];
				letter.content = Hibernate.getLobHelper().createBlob(content);
				letter.size = content.length;
				context.getBean(LetterRepository.class).save(letter);
				System.out.println("Stored");
			}
		}
	}

}
