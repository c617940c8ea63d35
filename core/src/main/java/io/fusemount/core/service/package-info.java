/**
 * The mount's service directory, beside the directories of repositories.
 */
@NullMarked
package io.fusemount.core.service;

import org.jspecify.annotations.NullMarked;
