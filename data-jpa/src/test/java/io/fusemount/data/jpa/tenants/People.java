package io.fusemount.data.jpa.tenants;

import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** Who lives where. Without a user, nobody knows. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
public class People {

	/** Lives in the red house. */
	static final Caller ANN = new Caller(1001, 1001, 7);

	/** Lives there, too. */
	static final Caller AMY = new Caller(1003, 1003, 7);

	/** Lives in the blue house. */
	static final Caller BOB = new Caller(1002, 1002, 8);

	/** Sees all houses. */
	static final Caller MAYOR = new Caller(1000, 1000, 9);

	/** Lives nowhere. */
	static final Caller STRANGER = new Caller(4242, 4242, 10);

	private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

	/** The user who is bound to the thread. */
	static String login() {
		return Objects.requireNonNullElse(CURRENT.get(), "nobody");
	}

	@Bean
	CallerScope callers() {
		return () -> {
			Caller caller = Caller.current();
			String before = CURRENT.get();
			CURRENT.set((caller == null) ? null : switch (caller.uid()) {
				case 1000 -> "mayor";
				case 1001 -> "ann";
				case 1002 -> "bob";
				case 1003 -> "amy";
				default -> null;
			});
			return () -> CURRENT.set(before);
		};
	}

	@Bean
	CurrentTenantIdentifierResolver<String> tenants() {
		return new CurrentTenantIdentifierResolver<>() {

			@Override
			public String resolveCurrentTenantIdentifier() {
				return switch (login()) {
					case "mayor" -> "town";
					case "ann", "amy" -> "red";
					case "bob" -> "blue";
					default -> throw new IllegalStateException("No user, no tenant");
				};
			}

			@Override
			public boolean validateExistingCurrentSessions() {
				return false;
			}

			@Override
			public boolean isRoot(String tenant) {
				return tenant.equals("town");
			}

		};
	}

	/** The value of a filter. */
	public static final class Me implements Supplier<String> {

		@Override
		public String get() {
			return login();
		}

	}

	/** The value of another one. */
	public static final class Room implements Supplier<Long> {

		@Override
		public Long get() {
			return login().equals("bob") ? 4L : 1000L;
		}

	}

}
