package io.fusemount.core.failure;

import java.time.Instant;

import io.fusemount.core.node.TextContent;

/**
 * The most recent failures of a mount at one moment, as text.
 *
 * @param revision a number that differs for each text of the same mount
 * @param modified the time of the most recent failure
 * @param content the text
 */
public record FailureText(long revision, Instant modified, TextContent content) {

}
