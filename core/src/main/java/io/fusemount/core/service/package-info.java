/**
 * The directory of the mount's own, beside those of repositories.
 */
@NullMarked
package io.fusemount.core.service;

import org.jspecify.annotations.NullMarked;
