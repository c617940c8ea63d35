package io.fusemount.sample;

/**
 * A program that says what it was given, and ends with the status that it was told.
 */
final class Greeting {

	private Greeting() {
	}

	/**
	 * Runs the program.
	 * @param arguments the status, and what is said
	 */
	public static void main(String[] arguments) {
		System.out.println("Heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MB, to " + arguments[1]);
		System.exit(Integer.parseInt(arguments[0]));
	}

}
