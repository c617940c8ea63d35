package io.fusemount.conformance.architecture.bad.core.handle;

/**
 * What nobody else should know.
 */
public class HandlesOfTheCore {

}
