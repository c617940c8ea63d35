package io.fusemount.bench.measure;

/**
 * One run of a load, in the units of its {@link Comparison}.
 *
 * @param rate how much was done per second
 * @param cpu processor time of the process that served it, for each thing done
 */
public record Measurement(double rate, double cpu) {
}
