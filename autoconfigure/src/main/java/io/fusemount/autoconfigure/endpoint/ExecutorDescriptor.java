package io.fusemount.autoconfigure.endpoint;

/**
 * What the endpoint tells of the workers of a mount.
 *
 * @param active how many serve an operation
 * @param limit how many can at one time
 */
public record ExecutorDescriptor(int active, int limit) {

}
