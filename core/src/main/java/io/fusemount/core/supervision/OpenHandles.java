package io.fusemount.core.supervision;

import java.util.List;

/**
 * Some of the open handles, oldest first.
 *
 * @param total the total number of open handles
 * @param handles the handles, limited to the requested number
 */
public record OpenHandles(int total, List<OpenHandle> handles) {

}
