package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.fusemount.core.operation.AccountNames;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.data.expression.ValueEvaluationContext;
import org.springframework.data.expression.ValueExpression;
import org.springframework.data.expression.ValueExpressionParser;
import org.springframework.data.spel.ExtensionAwareEvaluationContextProvider;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * The application as expressions about the current caller see it: with all extensions of
 * Spring Data's evaluation contexts.
 */
public final class CallerContext {

	/**
	 * How long values count by default.
	 */
	public static final Duration TIME_TO_LIVE = Duration.ofSeconds(1);

	private static final Object[] NO_ARGUMENTS = {};

	private final Supplier<List<CallerScope>> scopes;

	private final Supplier<CallerScope> callers;

	private final Supplier<AccountNames> names;

	private final Supplier<Environment> environment;

	private final ExtensionAwareEvaluationContextProvider extensions;

	private final Duration timeToLive;

	private final ListableBeanFactory beanFactory;

	/**
	 * Creates the context.
	 * @param timeToLive how long the values of a user count
	 */
	public CallerContext(ListableBeanFactory beanFactory, Duration timeToLive) {
		this.beanFactory = beanFactory;
		this.scopes = SingletonSupplier
			.of(() -> beanFactory.getBeanProvider(CallerScope.class).orderedStream().toList());
		this.callers = SingletonSupplier.of(() -> CallerScope.of(this.scopes.get()));
		this.names = SingletonSupplier.of(() -> KnownNames
			.of(beanFactory.getBeanProvider(AccountNames.class).getIfAvailable(() -> AccountNames.NONE)));
		this.environment = SingletonSupplier
			.of(() -> beanFactory.getBeanProvider(Environment.class).getIfAvailable(StandardEnvironment::new));
		this.extensions = new ExtensionAwareEvaluationContextProvider(beanFactory);
		this.timeToLive = timeToLive;
	}

	/**
	 * Whether the application is told who asks.
	 */
	public boolean isToldCallers() {
		return !this.scopes.get().isEmpty();
	}

	/**
	 * Returns the names of users and groups.
	 */
	public AccountNames names() {
		return this.names.get();
	}

	Duration timeToLive() {
		return this.timeToLive;
	}

	/**
	 * Does the work while the current caller is bound to the thread. Finds out who that
	 * is before, unless a transaction is active, which began with the same caller.
	 */
	<T> T asCaller(Supplier<T> work) {
		CallerScope scope = this.callers.get();
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			scope.prepare();
		}
		try (CallerScope.Binding binding = scope.bind()) {
			return work.get();
		}
	}

	/**
	 * Returns the bean that says who sees the rows of an entity, or {@code null}.
	 * @throws org.springframework.beans.factory.NoUniqueBeanDefinitionException if there
	 * are several, and none is primary
	 */
	@Nullable RowAccess<Object> access(Class<?> entity) {
		return this.beanFactory
			.<RowAccess<Object>>getBeanProvider(ResolvableType.forClassWithGenerics(RowAccess.class, entity))
			.getIfAvailable();
	}

	/** Returns what the application can tell the bound caller apart by. */
	Object identity() {
		return this.callers.get().identity();
	}

	/**
	 * Returns what evaluates an expression for the current caller: to {@code null} if
	 * there is none, or if it cannot be evaluated. May block.
	 * @param text the expression as it is in a condition
	 */
	public Supplier<@Nullable Object> value(String text) {
		ValueExpression expression = ValueExpressionParser.create()
			.parse(text.startsWith("?") ? text.substring(1) : text);
		return () -> {
			try {
				return (Caller.current() != null) ? asCaller(() -> KeptValue.of(evaluate(expression))) : null;
			}
			catch (RuntimeException ex) {
				return null;
			}
		};
	}

	/**
	 * Returns a text with its placeholders resolved.
	 * @throws IllegalArgumentException if one has no value
	 */
	public String resolve(String text) {
		return this.environment.get().resolveRequiredPlaceholders(text);
	}

	/** Returns the value of an expression for the caller that is bound. */
	@Nullable Object evaluate(ValueExpression expression) {
		return expression.evaluate(ValueEvaluationContext.of(this.environment.get(),
				this.extensions.getEvaluationContext(NO_ARGUMENTS, expression.getExpressionDependencies())));
	}

}
