package io.fusemount.conformance.architecture.bad.core.namespace;

/**
 * What nobody else should know.
 */
public class NamesOfTheCore {

}
