package io.fusemount.conformance.architecture.bad.core.service;

/**
 * What nobody else should know.
 */
public class ServiceOfTheCore {

}
