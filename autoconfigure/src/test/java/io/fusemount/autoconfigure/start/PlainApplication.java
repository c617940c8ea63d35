package io.fusemount.autoconfigure.start;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/**
 * An application of what every version of Spring Boot has.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class PlainApplication {

	public static void main(String[] args) {
		SpringApplication.run(PlainApplication.class, args).close();
		System.out.println("Started.");
	}

}
