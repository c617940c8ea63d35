package io.fusemount.conformance.architecture.bad.core.save;

/**
 * What nobody else should know.
 */
public class SavingOfTheCore {

}
