/**
 * The papers of several houses in one database, which keep each other's rows out.
 */
@NullMarked
package io.fusemount.data.jpa.tenants;

import org.jspecify.annotations.NullMarked;
