package io.fusemount.core.operation;

import java.util.List;

/**
 * Extension point: lets code of the application see who asks, in the way of a framework
 * such as Spring Security. A scope surrounds each transaction on behalf of
 * {@link Caller#current()}, including those of what is stored later than requested.
 */
@FunctionalInterface
public interface CallerScope {

	/** Nothing is bound. */
	CallerScope NONE = () -> Binding.NONE;

	/**
	 * Returns a scope that consists of several ones, the first of which is the outermost.
	 */
	static CallerScope of(List<CallerScope> scopes) {
		return scopes.stream().reduce(CallerScope::with).orElse(NONE);
	}

	private CallerScope with(CallerScope inner) {
		CallerScope outer = this;
		return new CallerScope() {

			@Override
			public void prepare() {
				outer.prepare();
				inner.prepare();
			}

			@Override
			public Object identity() {
				return List.of(outer.identity(), inner.identity());
			}

			@Override
			public Binding bind() {
				Binding first = outer.bind();
				try {
					Binding second = inner.bind();
					return () -> {
						try (first) {
							second.close();
						}
					};
				}
				catch (RuntimeException | Error ex) {
					first.close();
					throw ex;
				}
			}

		};
	}

	/**
	 * Finds out who the current caller is, if there is one, before anything is held for
	 * the work. May block.
	 * <p>
	 * The default implementation does nothing.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EACCES} if the caller is
	 * refused, {@code EIO} if it cannot be found out now
	 */
	default void prepare() {
	}

	/**
	 * Binds the current caller to this thread, if there is one.
	 * @throws io.fusemount.core.errno.ErrnoException as {@link #prepare}
	 */
	Binding bind();

	/**
	 * Returns what the application can tell the caller apart by that is bound to this
	 * thread: equal for callers who are the same to it, and for no others.
	 * <p>
	 * The default implementation returns the user and the group of the caller.
	 */
	default Object identity() {
		Caller caller = Caller.current();
		return (caller != null) ? List.of(caller.uid(), caller.gid(), caller.isKernel()) : List.of();
	}

	/**
	 * A bound caller. When it is closed, the thread has what it had before.
	 */
	@FunctionalInterface
	interface Binding extends AutoCloseable {

		/** Nothing was bound. */
		Binding NONE = () -> {
		};

		@Override
		void close();

	}

}
