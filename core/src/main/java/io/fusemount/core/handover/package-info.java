/**
 * Notes that a process leaves for the one that takes its mount over.
 */
@NullMarked
package io.fusemount.core.handover;

import org.jspecify.annotations.NullMarked;
