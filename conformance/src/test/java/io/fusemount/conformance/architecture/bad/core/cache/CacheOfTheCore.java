package io.fusemount.conformance.architecture.bad.core.cache;

/**
 * What nobody else should know.
 */
public class CacheOfTheCore {

}
