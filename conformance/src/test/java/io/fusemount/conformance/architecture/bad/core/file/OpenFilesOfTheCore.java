package io.fusemount.conformance.architecture.bad.core.file;

/**
 * What nobody else should know.
 */
public class OpenFilesOfTheCore {

}
