package io.fusemount.bench.content.application;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with FuseMount as everybody has it, until its input ends. Each line of
 * that is an order, whose time is answered.
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
		SpringApplication application = new SpringApplication(ContentApplication.class);
		// Only answers are printed.
		application.setBannerMode(Banner.Mode.OFF);
		try (ConfigurableApplicationContext context = application.run(arguments);
				BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			Archivist archivist = context.getBean(Archivist.class);
			for (String order = orders.readLine(); order != null; order = orders.readLine()) {
				System.out.println(archivist.follow(order));
			}
		}
	}

}
