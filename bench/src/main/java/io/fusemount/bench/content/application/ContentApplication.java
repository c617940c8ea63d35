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
 * An ordinary application with FuseMount, which runs until its input ends. Each line of
 * the input is a command, answered with its time.
 */
@SpringBootApplication
public class ContentApplication {

	/**
	 * Runs the application.
	 * @param arguments Spring properties, and the mount point
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
