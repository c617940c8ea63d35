package io.fusemount.bench.store;

/**
 * The files that exist before anything is measured.
 *
 * @param files the number of files
 * @param whole the number of files, from the first one, with content; the others are
 * empty
 */
public record Stock(int files, int whole) {

	/** The size of the content in bytes. */
	public static final int SIZE = 4096;

	/** The prefix of names. */
	public static final String PREFIX = "file-";

	/** Returns the name of a file, counted from 1. */
	public static String name(int file) {
		return PREFIX + file;
	}

	/** Returns the size of a file, counted from 1. */
	public int size(int file) {
		return (file <= this.whole) ? SIZE : 0;
	}

}
