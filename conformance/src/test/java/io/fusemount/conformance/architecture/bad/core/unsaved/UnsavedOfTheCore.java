package io.fusemount.conformance.architecture.bad.core.unsaved;

/**
 * What nobody else should know.
 */
public class UnsavedOfTheCore {

}
