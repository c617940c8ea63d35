/**
 * Directories from data: the paths of all repositories of a mount, with the directories
 * and files at each point.
 */
@NullMarked
package io.fusemount.data.jpa.tree;

import org.jspecify.annotations.NullMarked;
