package io.fusemount.bench.fairness;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.fusemount.bench.content.application.Recording;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * An application whose database is some milliseconds away. It runs until its input ends.
 */
@SpringBootApplication
@EntityScan(basePackageClasses = Recording.class)
public class DistantApplication {

	private static final long MILLISECONDS = 5;

	/**
	 * Runs the application.
	 * @param arguments Spring properties, and the mount point
	 */
	public static void main(String[] arguments) throws IOException {
		int last = arguments.length - 1;
		arguments[last] = "--fusemount.mount-point=" + arguments[last];
		SpringApplication application = new SpringApplication(DistantApplication.class);
		application.setBannerMode(Banner.Mode.OFF);
		try (ConfigurableApplicationContext context = application.run(arguments)) {
			System.in.transferTo(OutputStream.nullOutputStream());
		}
	}

	@Bean
	static BeanPostProcessor distance() {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				return (bean instanceof DataSource database) ? new Distant(database) : bean;
			}

		};
	}

	/** A transaction takes as long as the way to the database and back. */
	private static final class Distant extends DelegatingDataSource {

		Distant(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			try {
				TimeUnit.MILLISECONDS.sleep(MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return connection;
		}

	}

}
