/**
 * The operations that change names: create, delete, rename, move, and directories. Each
 * locks its names, looks, decides, does and reports.
 */
@NullMarked
package io.fusemount.core.namespace;

import org.jspecify.annotations.NullMarked;
