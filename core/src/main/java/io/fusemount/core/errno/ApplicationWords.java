package io.fusemount.core.errno;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The words for people that an application has put into an exception. What the JVM, the
 * JDK, a framework or a driver puts into one is written for programmers: it names
 * classes, statements and paths of the server.
 */
public final class ApplicationWords {

	/** The JVM throws these in the middle of the application's code, with a text. */
	private static final List<Class<? extends Throwable>> OF_THE_JVM = List.of(Error.class, NullPointerException.class,
			ClassCastException.class, IndexOutOfBoundsException.class, ArithmeticException.class,
			ArrayStoreException.class, NegativeArraySizeException.class);

	private static final List<String> OF_OTHERS = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
			"org.springframework.", "org.hibernate.", "com.zaxxer.hikari.", "org.h2.", "org.postgresql.",
			"org.mariadb.", "com.mysql.");

	/** It throws for its caller. */
	private static final String ASSERT = "org.springframework.util.Assert";

	private ApplicationWords() {
	}

	/**
	 * Returns the message of an exception if the application has written it: the class is
	 * the application's own, or code of the application has created the exception.
	 * @return the message, or {@code null} if it is not for people
	 */
	public static @Nullable String of(Throwable thrown) {
		String message = thrown.getMessage();
		if (message == null || message.isBlank() || isOfTheJvm(thrown) || repeats(message, thrown.getCause())) {
			return null;
		}
		return (isOfApplication(thrown.getClass().getName()) || isOfApplication(creator(thrown))) ? message : null;
	}

	private static boolean isOfTheJvm(Throwable thrown) {
		return OF_THE_JVM.stream().anyMatch((type) -> type.isInstance(thrown));
	}

	/** An exception that is created with a cause alone has the words of that. */
	private static boolean repeats(String message, @Nullable Throwable cause) {
		return cause != null && (message.equals(cause.toString()) || message.equals(cause.getMessage()));
	}

	private static boolean isOfApplication(String className) {
		return !className.isEmpty() && OF_OTHERS.stream().noneMatch(className::startsWith);
	}

	private static String creator(Throwable thrown) {
		for (StackTraceElement frame : thrown.getStackTrace()) {
			if (!frame.getClassName().equals(ASSERT)) {
				return frame.getClassName();
			}
		}
		return "";
	}

}
