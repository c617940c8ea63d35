package io.fusemount.autoconfigure.takeover.step;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import io.fusemount.core.handover.Notebook;
import io.fusemount.core.operation.Operation;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.message.RequestBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of this process for programs that have said so: each is written down, and a
 * program's last one is not done. The thread stays there; from a note of a node it goes
 * on to the next step, because it keeps all others waiting. What comes after a step and
 * before the next one outlives the process no more than the step itself, so one moment
 * for each is enough.
 */
public final class Steps {

	/** The last line about a program at whose step this process stays. */
	static final String HALTED = "halted";

	private static final String ANSWER = "send";

	/** Those who write notes with a monitor that others need. */
	private static final String RECORDER = "io.fusemount.core.filesystem.OpenFileRecorder";

	private static final String NODES = "io.fusemount.transport.linux.node.";

	private static final ThreadLocal<Long> PROGRAM = ThreadLocal.withInitial(() -> 0L);

	private static final ThreadLocal<String> OPERATION = ThreadLocal.withInitial(() -> "");

	/** The kernel does not say who has closed a file at last. */
	private static final Map<Long, Long> BY_NODE = new ConcurrentHashMap<>();

	private static final Map<Long, Integer> DONE = new ConcurrentHashMap<>();

	/** They may have gone on with what follows, and do no more of it. */
	private static final Set<Long> HALTED_PROGRAMS = ConcurrentHashMap.newKeySet();

	private static final Path PLACE = Path.of(System.getProperty("test.place", "."));

	private Steps() {
	}

	/**
	 * A method begins on this thread.
	 * @return whether it is to return at once
	 */
	public static boolean begins(String method, @Nullable Object argument) {
		if (argument instanceof RequestBuffer request) {
			arrived(request);
			return false;
		}
		if (argument instanceof Operation operation) {
			OPERATION.set(operation.name());
		}
		next((argument instanceof Enum<?>) ? method + " " + argument : method);
		boolean halted = isHalted();
		if (halted && (argument == null || !isKeepingOthers())) {
			park();
		}
		if (method.equals(ANSWER)) {
			PROGRAM.remove();
		}
		return halted;
	}

	/** A method ends on this thread that has kept others waiting. */
	public static void ends() {
		if (isHalted()) {
			park();
		}
	}

	private static boolean isKeepingOthers() {
		return StackWalker.getInstance()
			.walk((frames) -> frames
				.anyMatch((frame) -> frame.getClassName().startsWith(NODES) || frame.getClassName().equals(RECORDER)));
	}

	private static void arrived(RequestBuffer request) {
		long thread = request.bytes().getInt(FuseProtocol.IN_PID);
		if (thread != 0) {
			BY_NODE.put(request.node(), thread);
		}
		PROGRAM.set((thread != 0) ? thread : BY_NODE.getOrDefault(request.node(), 0L));
	}

	private static void next(String step) {
		long program = PROGRAM.get();
		Integer last = last(program);
		if (last != null && !isHalted()) {
			write(program, OPERATION.get() + " " + step);
			if (DONE.merge(program, 1, Integer::sum) >= last && HALTED_PROGRAMS.add(program)) {
				write(program, HALTED);
			}
		}
	}

	private static boolean isHalted() {
		return HALTED_PROGRAMS.contains(PROGRAM.get());
	}

	private static void park() {
		while (true) {
			LockSupport.park();
		}
	}

	/** Returns the step that is not done, {@code null} for others than such programs. */
	private static @Nullable Integer last(long program) {
		try {
			Path last = PLACE.resolve(program + ".last");
			return (program != 0 && Files.exists(last)) ? Integer.valueOf(Files.readString(last)) : null;
		}
		catch (IOException ex) {
			return null;
		}
	}

	private static void write(long program, String line) {
		try {
			Files.writeString(PLACE.resolve(program + ".steps"), line + "\n", StandardOpenOption.CREATE,
					StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
