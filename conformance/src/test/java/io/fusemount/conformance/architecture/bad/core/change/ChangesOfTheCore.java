package io.fusemount.conformance.architecture.bad.core.change;

/**
 * What nobody else should know.
 */
public class ChangesOfTheCore {

}
