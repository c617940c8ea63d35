package io.fusemount.core.disturbance;

import java.util.function.Consumer;

import io.fusemount.conformance.vfs.Program;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.supervision.OpenHandle;

/**
 * What happens inside a call of an operation.
 */
enum Disturbance {

	/** Nothing happens, for comparison. */
	NOTHING(Kind.HARMLESS, (world) -> {
	}),

	/** The database cannot do it now; or has done it, and the answer is lost. */
	DATABASE_FAILS(Kind.FAILURE, (world) -> {
		throw new ErrnoException(Errno.EIO, "A test wants the database to fail");
	}),

	/** The application refuses it. */
	APPLICATION_REFUSES(Kind.FAILURE, (world) -> {
		throw new ErrnoException(Errno.EINVAL, "A test wants the application to refuse it");
	}),

	/** The row has moved on. */
	ROW_IS_STALE(Kind.FAILURE, (world) -> {
		throw new ErrnoException(Errno.ESTALE, "A test wants the row to have moved on");
	}),

	/** Code of the application has an error. */
	APPLICATION_BREAKS(Kind.FAILURE, (world) -> {
		throw new IllegalStateException("A test wants the application to break");
	}),

	/** The database cannot do anything from then on until the operation has ended. */
	DATABASE_IS_DOWN(Kind.FAILURE, (world) -> {
		throw new ErrnoException(Errno.EIO, "A test wants the database to be down");
	}),

	/** All programs close what they have open. */
	ALL_CLOSE(Kind.OTHER_PROGRAM, World::closeAll),

	/** An administrator gives up all handles. */
	HANDLES_ARE_GIVEN_UP(Kind.GIVES_UP, (world) -> {
		for (OpenHandle handle : world.fileSystem().supervision().handles(100).handles()) {
			world.fileSystem().supervision().release(handle.id());
		}
	}),

	/** Another program looks at everything. */
	ANOTHER_LOOKS(Kind.HARMLESS, World::view),

	/** Another program waits until a directory is stored. */
	ANOTHER_SYNCHRONISES(Kind.OTHER_PROGRAM, (world) -> {
		world.synchronise("files");
		world.synchronise("fixed");
	}),

	/** Everything that is cached is forgotten. */
	CACHE_IS_DROPPED(Kind.HARMLESS, (world) -> world.fileSystem().invalidateAll()),

	/** An administrator has everything stored. */
	ALL_IS_STORED(Kind.OTHER_PROGRAM, (world) -> world.fileSystem().supervision().storeAll(true)),

	/** The application changes all rows. */
	APPLICATION_CHANGES(Kind.CHANGES,
			(world) -> world.stored().keySet().forEach((path) -> world.change(path, "by the application " + path))),

	/** The application deletes all rows. */
	APPLICATION_DELETES(Kind.CHANGES, (world) -> world.stored().keySet().forEach(world::remove)),

	/** Another program writes to all files. */
	ANOTHER_WRITES(Kind.CHANGES, (world) -> world.view().forEach((path, replaced) -> {
		String text = "by another program " + path;
		try {
			world.replace(replaced);
			world.replace(world.view().get(path));
			world.close(world.writer(path, text));
			world.acknowledge(path, text);
		}
		catch (ErrnoException ex) {
			// It is told.
		}
	})),

	/** Another program renames all files. */
	ANOTHER_RENAMES(Kind.MOVES, (world) -> world.view().keySet().forEach((path) -> {
		try {
			world.rename(path, path + ".moved");
		}
		catch (ErrnoException ex) {
			// It is told.
		}
	})),

	/** The filesystem is unmounted. */
	UNMOUNT(Kind.ENDS, (world) -> {
		try {
			world.fileSystem().drain();
		}
		finally {
			world.close();
		}
	}),

	/** The process is killed. */
	KILL(Kind.ENDS, (world) -> {
	});

	private final Kind kind;

	private final Consumer<World> action;

	Disturbance(Kind kind, Consumer<World> action) {
		this.kind = kind;
		this.action = action;
	}

	Kind kind() {
		return this.kind;
	}

	/** Lets it happen on this thread. */
	void happen(World world) {
		this.action.accept(world);
	}

	/**
	 * Lets it happen on a thread of its own, until that has ended or waits for the
	 * operation.
	 */
	Program begin(World world) {
		Program program = Program.start(() -> this.action.accept(world));
		program.isHeldUp();
		return program;
	}

	enum Kind {

		/** Changes nothing of what is expected. */
		HARMLESS,

		/** The call fails. */
		FAILURE,

		/** Other programs do something. */
		OTHER_PROGRAM,

		/** Files get other content, and are not what is expected. */
		CHANGES,

		/** Files get other names. */
		MOVES,

		/** What was written may be kept elsewhere. */
		GIVES_UP,

		/** The filesystem ends. */
		ENDS

	}

}
