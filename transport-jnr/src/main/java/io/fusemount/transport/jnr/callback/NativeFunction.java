package io.fusemount.transport.jnr.callback;

import io.fusemount.core.errno.Errno;
import jnr.ffi.annotations.Delegate;
import jnr.ffi.types.size_t;

/**
 * The shapes of the functions that libfuse calls, named by their parameters: {@code P} is
 * a word (a pointer, a size or an offset), {@code I} an {@code int}. Pointers are plain
 * numbers, so that a call creates no objects.
 * <p>
 * If a callback throws, JNR answers 0, which means success. So each shape has a guarded
 * form, which answers {@code EIO} instead. Public because JNR calls the functions from a
 * class loader of its own.
 */
public final class NativeFunction {

	/** The answer of a callback that failed unexpectedly. */
	private static final int FAILED = -Errno.EIO.code();

	private NativeFunction() {
	}

	/** A function of the shape {@code P}. */
	@FunctionalInterface
	public interface P {

		@Delegate
		int call(@size_t long a);

		static P guarded(P function) {
			return (a) -> {
				try {
					return function.call(a);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PP}. */
	@FunctionalInterface
	public interface PP {

		@Delegate
		int call(@size_t long a, @size_t long b);

		static PP guarded(PP function) {
			return (a, b) -> {
				try {
					return function.call(a, b);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PPP}. */
	@FunctionalInterface
	public interface PPP {

		@Delegate
		int call(@size_t long a, @size_t long b, @size_t long c);

		static PPP guarded(PPP function) {
			return (a, b, c) -> {
				try {
					return function.call(a, b, c);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PPPP}. */
	@FunctionalInterface
	public interface PPPP {

		@Delegate
		int call(@size_t long a, @size_t long b, @size_t long c, @size_t long d);

		static PPPP guarded(PPPP function) {
			return (a, b, c, d) -> {
				try {
					return function.call(a, b, c, d);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PPPPP}. */
	@FunctionalInterface
	public interface PPPPP {

		@Delegate
		int call(@size_t long a, @size_t long b, @size_t long c, @size_t long d, @size_t long e);

		static PPPPP guarded(PPPPP function) {
			return (a, b, c, d, e) -> {
				try {
					return function.call(a, b, c, d, e);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PI}. */
	@FunctionalInterface
	public interface PI {

		@Delegate
		int call(@size_t long a, int b);

		static PI guarded(PI function) {
			return (a, b) -> {
				try {
					return function.call(a, b);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PII}. */
	@FunctionalInterface
	public interface PII {

		@Delegate
		int call(@size_t long a, int b, int c);

		static PII guarded(PII function) {
			return (a, b, c) -> {
				try {
					return function.call(a, b, c);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PIP}. */
	@FunctionalInterface
	public interface PIP {

		@Delegate
		int call(@size_t long a, int b, @size_t long c);

		static PIP guarded(PIP function) {
			return (a, b, c) -> {
				try {
					return function.call(a, b, c);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PIPPP}. */
	@FunctionalInterface
	public interface PIPPP {

		@Delegate
		int call(@size_t long a, int b, @size_t long c, @size_t long d, @size_t long e);

		static PIPPP guarded(PIPPP function) {
			return (a, b, c, d, e) -> {
				try {
					return function.call(a, b, c, d, e);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

	/** A function of the shape {@code PPPPI}. */
	@FunctionalInterface
	public interface PPPPI {

		@Delegate
		int call(@size_t long a, @size_t long b, @size_t long c, @size_t long d, int e);

		static PPPPI guarded(PPPPI function) {
			return (a, b, c, d, e) -> {
				try {
					return function.call(a, b, c, d, e);
				}
				catch (Throwable ex) {
					return FAILED;
				}
			};
		}

	}

}
