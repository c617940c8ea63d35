package io.fusemount.conformance.architecture.bad.core.tree;

/**
 * What nobody else should know.
 */
public class TreeOfTheCore {

}
