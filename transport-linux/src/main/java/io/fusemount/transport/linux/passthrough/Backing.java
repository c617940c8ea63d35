package io.fusemount.transport.linux.passthrough;

import io.fusemount.core.local.Loan;
import org.jspecify.annotations.Nullable;

/**
 * A local file that the kernel reads by itself for all handles of a node.
 *
 * @param id the number by which the kernel knows it
 * @param loan the loan of the file, {@code null} if an earlier process has lent it
 */
public record Backing(int id, @Nullable Loan loan) {

}
