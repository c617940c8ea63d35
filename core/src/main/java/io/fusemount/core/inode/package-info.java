/**
 * What is known of files and names: one state for each file that is open, shared by all
 * its handles, and its commit; what names stand for; and the one ledger of changes.
 */
@NullMarked
package io.fusemount.core.inode;

import org.jspecify.annotations.NullMarked;
