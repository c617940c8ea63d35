package io.fusemount.core.failure;

import java.time.Instant;

import io.fusemount.core.node.TextContent;

/**
 * The last failures of a mount at one moment, as text.
 *
 * @param revision a number that is another one for another text of the same mount
 * @param modified when the last failure was
 * @param content the text
 */
public record FailureText(long revision, Instant modified, TextContent content) {

}
