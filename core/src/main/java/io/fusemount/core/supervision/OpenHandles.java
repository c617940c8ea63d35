package io.fusemount.core.supervision;

import java.util.List;

/**
 * Some of the open handles, the oldest first.
 *
 * @param total how many there are
 * @param handles no more of them than were asked for
 */
public record OpenHandles(int total, List<OpenHandle> handles) {

}
