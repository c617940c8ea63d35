package io.fusemount.data.jpa.support;

import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.database.JpaErrnoTranslator;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.hibernate.context.spi.TenantSchemaMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The configuration of an application with one database.
 */
@Configuration(proxyBeanMethods = false)
public class TestDatabase {

	private static final int POOL_SIZE = 8;

	/**
	 * Starts the application on the database.
	 * @param application what it has besides, such as its repositories; the package of
	 * the class is where its entities are
	 */
	public static AnnotationConfigApplicationContext start(String url, Class<?> application, Class<?>... others) {
		return start(url, "create", application, others);
	}

	/**
	 * Starts the application once more, on the database of one that was started.
	 */
	public static AnnotationConfigApplicationContext join(String url, Class<?> application, Class<?>... others) {
		return start(url, "none", application, others);
	}

	private static AnnotationConfigApplicationContext start(String url, String schema, Class<?> application,
			Class<?>... others) {
		HikariDataSource dataSource = new HikariDataSource();
		dataSource.setJdbcUrl(url);
		dataSource.setMaximumPoolSize(POOL_SIZE);
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(DataSource.class, () -> dataSource);
		context.registerBean("entityPackage", String.class, () -> application.getPackageName());
		context.registerBean("schema", String.class, () -> schema);
		context.register(TestDatabase.class, application);
		Stream.of(others).forEach(context::register);
		context.refresh();
		return context;
	}

	/**
	 * Returns the way to the database of an application that was started.
	 */
	public static DatabaseAccess access(ConfigurableApplicationContext application, Duration timeout,
			DatabasePermits permits) {
		return new DatabaseAccess(application.getBean(EntityManagerFactory.class),
				application.getBean(PlatformTransactionManager.class), timeout, permits, CallerScope.NONE,
				new JpaErrnoTranslator(Set.of()));
	}

	@Bean
	Statements statements() {
		return new Statements();
	}

	@Bean
	LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource, Statements statements,
			@Qualifier("entityPackage") String entityPackage, @Qualifier("schema") String schema,
			ObjectProvider<CurrentTenantIdentifierResolver<?>> tenants, ObjectProvider<TenantSchemaMapper<?>> schemas) {
		LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
		factory.setDataSource(dataSource);
		factory.setPackagesToScan(entityPackage);
		factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
		Properties properties = new Properties();
		properties.put("hibernate.hbm2ddl.auto", schema);
		properties.put("hibernate.session_factory.statement_inspector", statements);
		properties.put("hibernate.physical_naming_strategy",
				"org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl");
		tenants.ifAvailable((resolver) -> properties.put("hibernate.tenant_identifier_resolver", resolver));
		schemas.ifAvailable((mapper) -> properties.put("hibernate.multi_tenant.schema_mapper", mapper));
		factory.setJpaProperties(properties);
		return factory;
	}

	@Bean
	ObservedTransactionManager transactionManager(EntityManagerFactory entityManagerFactory) {
		return new ObservedTransactionManager(entityManagerFactory);
	}

}
