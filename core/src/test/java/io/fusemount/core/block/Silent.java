package io.fusemount.core.block;

import io.fusemount.core.operation.OperationListener;

/**
 * A listener that ignores everything.
 */
final class Silent implements OperationListener {

}
