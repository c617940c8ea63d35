package io.fusemount.conformance.architecture.bad.core.spool;

/**
 * What nobody else should know.
 */
public class SpoolOfTheCore {

}
