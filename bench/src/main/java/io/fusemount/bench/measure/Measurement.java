package io.fusemount.bench.measure;

/**
 * One run of a load, in the units of its {@link Comparison}.
 *
 * @param rate the amount of work per second
 * @param cpu the processor time of the serving process for each unit of work
 */
public record Measurement(double rate, double cpu) {
}
