package io.fusemount.bench.content.application;

import java.io.IOException;
import java.io.OutputStream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with FuseMount as everybody has it, until its input ends.
 */
@SpringBootApplication
public class ContentApplication {

	/**
	 * Runs it.
	 * @param arguments properties of Spring, and the mount point
	 */
	public static void main(String[] arguments) throws IOException {
		int last = arguments.length - 1;
		arguments[last] = "--fusemount.mount-point=" + arguments[last];
		try (ConfigurableApplicationContext context = SpringApplication.run(ContentApplication.class, arguments)) {
			System.in.transferTo(OutputStream.nullOutputStream());
		}
	}

}
