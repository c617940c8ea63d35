package io.fusemount.bench.files;

/**
 * Files that are there before anything is measured.
 *
 * @param files how many
 * @param whole how many of them, the first ones, have content; the others are empty
 */
record Stock(int files, int whole) {

	/** Bytes of content. */
	static final int SIZE = 4096;

	/** The beginning of names. */
	static final String PREFIX = "file-";

	/** Returns the name of a file, counted from 1. */
	static String name(int file) {
		return PREFIX + file;
	}

	/** Returns the size of a file, counted from 1. */
	int size(int file) {
		return (file <= this.whole) ? SIZE : 0;
	}

}
