package io.fusemount.sample.archive;

/**
 * The event that something in the archive is written, by the current transaction.
 */
public record ArchiveChanged() {

}
