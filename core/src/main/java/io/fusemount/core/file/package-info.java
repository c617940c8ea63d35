/**
 * Open files as programs use them: opened, made, committed, replaced, closed, and what
 * becomes of them when others have changed what is stored.
 */
@NullMarked
package io.fusemount.core.file;

import org.jspecify.annotations.NullMarked;
