package io.fusemount.conformance.vfs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a program that uses a file or its backup, while another one saves again and
 * again, gets the one or the other, complete, and never one in place of the other.
 */
abstract class VfsBackupRaceKit extends VfsKit {

	private static final int SAVES = Integer.getInteger("fusemount.backup.saves", 100);

	private static final String BACKUP = "a.txt.bak";

	private final ExecutorService programs = Executors.newCachedThreadPool();

	private volatile boolean saving = true;

	@AfterEach
	void endPrograms() {
		this.programs.shutdownNow();
		Caller.unbind();
	}

	@Test
	void readersNeverGetTheOneForTheOther() throws Exception {
		NodeKey row = start("1");
		List<Future<?>> others = new ArrayList<>();
		others.add(program(20, () -> {
			long backup = number(BACKUP);
			long file = number("a.txt");
			// The backup was read first, and can only become newer.
			assertThat(file).as("number of the file, read after that of the backup").isGreaterThan(backup);
		}));
		others.add(program(21, () -> {
			long before = number("a.txt");
			long size = status(BACKUP).size();
			long after = number("a.txt");
			assertThat(size).as("size of the backup").isBetween(sizeOf(before - 1), sizeOf(after));
		}));
		others.add(program(22, () -> assertThat(list()).contains(BACKUP)));
		others.add(program(23, () -> assertThat(Collections.frequency(list(), BACKUP)).isOne()));
		save();
		for (Future<?> other : others) {
			other.get(5, TimeUnit.MINUTES);
		}
		assertThat(application().key("a.txt")).isEqualTo(row);
		assertThat(committed("a.txt")).isEqualTo(text(SAVES));
		assertThat(committed(BACKUP)).isEqualTo(text(SAVES - 1));
	}

	@Test
	void whatIsWrittenToTheBackupIsNeverInTheFile() throws Exception {
		start("1");
		List<Future<?>> others = new ArrayList<>();
		others.add(program(20, () -> {
			HandleId handle = open(BACKUP, OVERWRITE);
			write(handle, 0, "backup");
			close(handle);
		}));
		others.add(program(21, () -> fileSystem().truncate(node(BACKUP), 1)));
		others.add(program(22, () -> {
			HandleId handle = open(BACKUP, APPEND);
			write(handle, fileSystem().status(handle).size(), "backup");
			close(handle);
		}));
		others.add(program(23, () -> list()));
		save();
		for (Future<?> other : others) {
			other.get(5, TimeUnit.MINUTES);
		}
	}

	private NodeKey start(String first) {
		application().put("a.txt", bytes(first));
		Caller.bind(new Caller(1000, 1000, 7));
		saveBeside(text(2));
		return committedKey("a.txt");
	}

	private void save() {
		for (int i = 3; i <= SAVES; i++) {
			saveBeside(text(i));
			assertThat(readFile("a.txt")).isEqualTo(text(i));
			assertThat(committed("a.txt")).isEqualTo(text(i));
		}
		this.saving = false;
	}

	/**
	 * Saves as through the kernel, which repeats the lookup of a node that has changed.
	 */
	private void saveBeside(String text) {
		writeFile("~WRD0000.tmp", text);
		retrying(() -> rename("a.txt", BACKUP));
		retrying(() -> rename("~WRD0000.tmp", "a.txt"));
	}

	private Future<?> program(int pid, Runnable work) {
		return this.programs.submit(() -> {
			Caller.bind(new Caller(1000, 1000, pid));
			while (this.saving) {
				try {
					retrying(work);
				}
				catch (ErrnoException ex) {
					// No file has the old name until the new one gets it.
					if (ex.errno() != Errno.ENOENT) {
						throw ex;
					}
				}
			}
		});
	}

	/**
	 * Repeats the work while it ends in ESTALE: a version that is being replaced is stale
	 * for as long as that takes.
	 */
	private static void retrying(Runnable work) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
		while (true) {
			try {
				work.run();
				return;
			}
			catch (ErrnoException ex) {
				if (ex.errno() != Errno.ESTALE || System.nanoTime() > end) {
					throw ex;
				}
				Thread.onSpinWait();
			}
		}
	}

	/** Returns the text of a number, padded to as many characters as the number says. */
	private static String text(long number) {
		return Long.toString(number) + " ".repeat((int) Math.max(0, number - Long.toString(number).length()));
	}

	private static long sizeOf(long number) {
		return text(number).length();
	}

	private long number(String name) {
		HandleId handle = open(name, OpenOptions.READ);
		try {
			String read = read(handle);
			long number = Long.parseLong(read.strip());
			assertThat(read).isEqualTo(text(number));
			return number;
		}
		finally {
			close(handle);
		}
	}

}
