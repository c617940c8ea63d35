package io.fusemount.conformance.architecture.bad.core.reading;

/**
 * What nobody else should know.
 */
public class ReadingOfTheCore {

}
