package io.fusemount.conformance.architecture.bad.core.inode;

/**
 * What nobody else should know.
 */
public class TableOfTheCore {

}
