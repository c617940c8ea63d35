package io.fusemount.bench.transport;

/**
 * One run of the load.
 *
 * @param iops operations per second
 * @param cpuMicros processor time of the server per operation, in microseconds
 */
record Measurement(double iops, double cpuMicros) {
}
