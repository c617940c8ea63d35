package io.fusemount.transport.linux.passthrough;

import io.fusemount.core.local.Loan;

/**
 * A local file that the kernel reads by itself for all handles of a node.
 *
 * @param id the number by which the kernel knows it
 * @param loan the loan of the file
 */
public record Backing(int id, Loan loan) {

}
