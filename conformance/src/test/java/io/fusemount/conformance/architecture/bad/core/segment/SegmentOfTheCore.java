package io.fusemount.conformance.architecture.bad.core.segment;

/**
 * What nobody else should know.
 */
public class SegmentOfTheCore {

}
