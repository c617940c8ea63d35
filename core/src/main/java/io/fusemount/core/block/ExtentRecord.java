package io.fusemount.core.block;

import java.util.BitSet;

/**
 * Blocks of a content in a local file, for the next process.
 *
 * @param file the name of the file
 * @param capacity the maximum number of bytes of the file
 * @param bytes the number of bytes in the file
 * @param fileEnd the length of the file
 * @param start the first position in the content
 * @param end the position after the last one
 * @param offset the offset of the first position in the file
 * @param present the numbers of the present blocks
 * @param frozen whether the bytes stay as they are for good
 */
public record ExtentRecord(String file, long capacity, long bytes, long fileEnd, long start, long end, long offset,
		BitSet present, boolean frozen) {

}
