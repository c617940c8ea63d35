package io.fusemount.core.mount;

import java.time.Instant;

/**
 * How a mount has gone to another process.
 *
 * @param process the process that asked for it
 * @param at when it was left
 */
public record Departure(long process, Instant at) {
}
