/**
 * Files of the local disk that those outside of the core have to do with, who carry a
 * filesystem or set it up.
 */
@NullMarked
package io.fusemount.core.local;

import org.jspecify.annotations.NullMarked;
