package io.fusemount.autoconfigure.diagnostics;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.mount.MountException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why the filesystem could not be mounted and what to do about it.
 */
final class MountFailureAnalyzer extends AbstractFailureAnalyzer<MountException> {

	private static final String GO_WITHOUT = """
			To start without the filesystem and mount it later with the actuator endpoint 'fusemounts', set \
			fusemount.fail-fast=false and management.endpoint.fusemounts.access=unrestricted. To run without it, set \
			fusemount.enabled=false.""";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MountException cause) {
		String description = "The filesystem could not be mounted: " + withFullStop(cause.getMessage());
		return new FailureAnalysis(description, consider(WaysOut.of(cause.reason())), cause);
	}

	private static String withFullStop(@Nullable String message) {
		if (message == null) {
			return "no reason was given.";
		}
		return message.endsWith(".") ? message : message + ".";
	}

	private static String consider(List<String> ways) {
		return Stream.concat(ways.stream(), Stream.of(GO_WITHOUT))
			.collect(Collectors.joining("\n  - ", "Consider the following:\n\n  - ", ""));
	}

}
