package io.fusemount.core.inode;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The recent creation of a stored file by a program.
 *
 * @param since when it was stored, by {@link System#nanoTime()}
 * @param maker the program, {@code null} if it is unknown
 * @param firstNumber the inode number that programs saw until the file was closed
 */
record Birth(long since, Caller.@Nullable Program maker, long firstNumber) {

	Birth of(long number) {
		return new Birth(this.since, this.maker, number);
	}

	boolean isWithin(long nanos) {
		return System.nanoTime() - this.since < nanos;
	}

}
