package io.fusemount.conformance.architecture.bad.core.block;

/**
 * What nobody else should know.
 */
public class BlockOfTheCore {

}
