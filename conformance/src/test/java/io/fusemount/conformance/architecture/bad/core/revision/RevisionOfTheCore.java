package io.fusemount.conformance.architecture.bad.core.revision;

/**
 * What nobody else should know.
 */
public class RevisionOfTheCore {

}
