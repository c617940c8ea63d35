/**
 * Files that are open: one state for each, shared by all its handles, and its commit.
 */
@NullMarked
package io.fusemount.core.file;

import org.jspecify.annotations.NullMarked;
