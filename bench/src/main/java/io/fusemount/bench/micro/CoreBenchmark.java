package io.fusemount.bench.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.fusemount.bench.measure.Microbenchmark;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

import org.springframework.util.FileSystemUtils;

/**
 * The steps of every operation: from a path to its node, through the dispatcher, and
 * between the text of a row and its name.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CoreBenchmark {

	private static final String PLAIN = "Rechnung 2026-11-25 (Müller).pdf";

	private static final String WITH_SLASH = "Rechnung 2026/11 100%.pdf";

	private final Name plainName = new Name(PLAIN);

	private final Name encodedName = new Name("Rechnung 2026%2F11 100%.pdf");

	private final Dispatcher dispatcher = new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
	});

	private @Nullable Path spool;

	private @Nullable NodeFileSystem fileSystem;

	/**
	 * Runs all benchmarks and writes the results to the file named by the first argument.
	 */
	public static void main(String[] arguments) throws RunnerException {
		Microbenchmark.run(CoreBenchmark.class, arguments[0]);
	}

	@Setup
	public void start() throws IOException {
		this.spool = Files.createTempDirectory("fusemount-bench-spool");
		FileSystemSettings settings = new FileSystemSettings(0, 0, 0022, false, PermissionChanges.IGNORE,
				Duration.ofDays(1), 1000, ScratchSettings.defaults());
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("customers/42/invoices", new Shelf()), Instant.EPOCH), settings,
				FileSystemSpool.open(this.spool), new OperationListener() {
				});
	}

	@TearDown
	public void stop() throws IOException {
		Objects.requireNonNull(this.fileSystem).close();
		FileSystemUtils.deleteRecursively(Objects.requireNonNull(this.spool));
	}

	@Benchmark
	public Node resolve() {
		return Objects.requireNonNull(this.fileSystem).resolve("/customers/42/invoices/2026-11.pdf");
	}

	@Benchmark
	public long dispatch() {
		return this.dispatcher.dispatch(Operation.GETATTR, this.plainName, () -> 0);
	}

	@Benchmark
	public @Nullable Name encodePlain() {
		return NameCodec.encode(PLAIN);
	}

	@Benchmark
	public @Nullable Name encodeWithSlash() {
		return NameCodec.encode(WITH_SLASH);
	}

	@Benchmark
	public String decodePlain() {
		return NameCodec.decode(this.plainName);
	}

	@Benchmark
	public String decodeWithSlash() {
		return NameCodec.decode(this.encodedName);
	}

}
