package io.fusemount.autoconfigure.log;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.UnsavedLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class LoggingOperationListenerTests {

	private static final String LOGGER = LoggingOperationListener.class.getName();

	private final AtomicLong time = new AtomicLong();

	private final LoggingOperationListener listener = new LoggingOperationListener("files", this.time::get);

	@Test
	void writesOneLineWithOperationSubjectReasonAndHint(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> fail(new ErrnoException(Errno.EAGAIN, "No permit", "The pool is small",
				new IllegalStateException("all taken"))));
		assertThat(output).contains("WARN").contains("[files] write /a/b: EAGAIN (No permit). The pool is small.");
		assertThat(output).doesNotContain("java.lang.IllegalStateException").doesNotContain("\tat ");
	}

	@Test
	void theCausesThatUsersDoNotReadAreInTheLine(CapturedOutput output) {
		SQLException answer = new SQLException("duplicate key \"uk\"\n  Detail: Key (name)=(a)");
		atLevel(LogLevel.INFO, () -> fail(new ErrnoException(Errno.EPERM, "Taken", new ErrnoException(Errno.EINVAL,
				"Taken", new IllegalStateException("could not execute [insert into file]", answer)))));
		assertThat(output)
			.contains("[files] write /a/b: EPERM (Taken). Cause: IllegalStateException: could not execute "
					+ "[insert into file]; caused by SQLException: duplicate key \"uk\" Detail: Key (name)=(a).");
	}

	@Test
	void keepsWhatProgramsMeetInOrdinaryUseForDebug(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> fail(new ErrnoException(Errno.ENOENT, "Nothing there")));
		assertThat(output).doesNotContain("ENOENT");
		atLevel(LogLevel.DEBUG, () -> fail(new ErrnoException(Errno.ENOENT, "Nothing there")));
		assertThat(output).contains("DEBUG").contains("[files] write /a/b: ENOENT (Nothing there).");
	}

	@Test
	void warnsOfWhatTheApplicationRefusesWhateverProgramsMeet(CapturedOutput output) {
		atLevel(LogLevel.INFO,
				() -> fail(new ErrnoException(Errno.EEXIST, "The name is taken", new IllegalStateException("unique"))));
		assertThat(output).contains("WARN").contains("[files] write /a/b: EEXIST (The name is taken).");
	}

	@Test
	void showsTheStackTraceOfWhatNobodyForesaw(CapturedOutput output) {
		atLevel(LogLevel.INFO,
				() -> fail(new ErrnoException(Errno.EIO, "Oops", new IllegalStateException("the cause"))));
		assertThat(output).contains("ERROR")
			.contains("java.lang.IllegalStateException: the cause")
			.contains("at " + getClass().getName());
	}

	@Test
	void showsTheStackTraceOfEverythingAtDebug(CapturedOutput output) {
		atLevel(LogLevel.DEBUG,
				() -> fail(new ErrnoException(Errno.EINVAL, "Refused", new IllegalStateException("the cause"))));
		assertThat(output).contains("WARN").contains("java.lang.IllegalStateException: the cause");
	}

	@Test
	void doesNotLetAFileNameForgeALine(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> this.listener.operationFailed(Operation.CREATE, "/a\n2026 ERROR forged",
				new ErrnoException(Errno.EINVAL, "Refused"), 1));
		assertThat(output).contains("create /a\\x0a2026 ERROR forged: EINVAL");
	}

	@Test
	void doesNotLetAReasonForgeALine(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> this.listener.operationFailed(Operation.CREATE, "/a",
				new ErrnoException(Errno.EINVAL, "The name is 'a\n2026 ERROR forged'"), 1));
		assertThat(output).contains("create /a: EINVAL (The name is 'a\\x0a2026 ERROR forged').");
	}

	@Test
	void doesNotLetAFileNameTurnTheLineAround(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> this.listener.operationFailed(Operation.CREATE, "/a\u202efdp.exe",
				new ErrnoException(Errno.EINVAL, "Refused"), 1));
		assertThat(output).contains("create /a\\u{202e}fdp.exe: EINVAL");
	}

	@Test
	void showsAllOfALongPath(CapturedOutput output) {
		String path = "/directory".repeat(400) + "/name";
		atLevel(LogLevel.INFO, () -> this.listener.operationFailed(Operation.CREATE, path,
				new ErrnoException(Errno.EINVAL, "Refused"), 1));
		assertThat(output).contains("create " + path + ": EINVAL");
	}

	@Test
	void tellsOnlyTheFirstOfAFlood(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> {
			for (int i = 1; i <= 20_000; i++) {
				this.listener.operationFailed(Operation.CREATE, "/flood/" + i,
						new ErrnoException(Errno.EIO, "Oops", new IllegalStateException("the cause")), 1);
			}
			this.listener.operationFailed(Operation.OPEN, "/other", new ErrnoException(Errno.EINVAL, "Refused"), 1);
		});
		assertThat(output.toString().lines().filter((line) -> line.contains("create /flood/"))).hasSize(20)
			.last()
			.asString()
			.contains("/flood/20: EIO")
			.endsWith("Further failures like this are only counted for the rest of the minute.");
		assertThat(
				output.toString().lines().filter((line) -> line.contains("java.lang.IllegalStateException: the cause")))
			.hasSize(1);
		assertThat(output).contains("open /other: EINVAL (Refused).");
	}

	@Test
	void tellsOnlyTheFirstOfManyFilesThatCouldNotBeStored(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> {
			for (int i = 1; i <= 10_000; i++) {
				fail(new ErrnoException(Errno.EINVAL, "Refused"));
				this.listener.contentUnsaved("a" + i, "/unsaved/a" + i, new ErrnoException(Errno.EINVAL, "Refused"));
				this.listener.contentConflicted("a" + i, "b" + i);
				this.listener.unsavedRemoved(UnsavedLimit.SIZE, 1000, 1, 1);
			}
			this.time.addAndGet(60_000_000_000L);
			this.listener.contentUnsaved("last", "/unsaved/last", new ErrnoException(Errno.EINVAL, "Refused"));
		});
		assertThat(output.toString().lines().filter((line) -> line.contains("[files]"))).hasSize(4 * 20 + 2);
		assertThat(output).contains("[files] 9,980 more failures like the next line were counted but not logged.")
			.contains("The content of last could not be stored");
	}

	@Test
	void tellsHowManyWereNotToldWhenTheMinuteIsOver(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> {
			for (int i = 1; i <= 25; i++) {
				fail(new ErrnoException(Errno.ENOSPC, "Full"));
			}
			this.time.addAndGet(60_000_000_000L);
			fail(new ErrnoException(Errno.ENOSPC, "Full"));
			fail(new ErrnoException(Errno.ENOSPC, "Full"));
		});
		assertThat(output.toString().lines().filter((line) -> line.contains("ENOSPC"))).hasSize(22);
		assertThat(output).containsOnlyOnce("[files] 5 more failures like the next line were counted but not logged.");
	}

	@Test
	void tellsOfEachKindByItself(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> {
			for (int i = 1; i <= 30; i++) {
				fail(new ErrnoException(Errno.EIO, "Oops", new IllegalStateException("the one")));
			}
			fail(new ErrnoException(Errno.EIO, "Oops", new IllegalArgumentException("the other")));
		});
		assertThat(output).containsOnlyOnce("java.lang.IllegalStateException: the one")
			.containsOnlyOnce("java.lang.IllegalArgumentException: the other");
	}

	@Test
	void tellsEverythingAtDebug(CapturedOutput output) {
		atLevel(LogLevel.DEBUG, () -> {
			for (int i = 1; i <= 30; i++) {
				fail(new ErrnoException(Errno.EIO, "Oops", new IllegalStateException("the cause")));
			}
		});
		assertThat(
				output.toString().lines().filter((line) -> line.contains("java.lang.IllegalStateException: the cause")))
			.hasSize(30);
	}

	@Test
	void saysWhereContentIsKeptThatCouldNotBeStored(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> this.listener.contentUnsaved("a.pdf", "/spool/unsaved/a.pdf",
				new ErrnoException(Errno.EINVAL, "The number is missing\nin one line")));
		assertThat(output).contains("WARN")
			.contains("[files] The content of a.pdf could not be stored (The number is missing). "
					+ "The bytes are kept in /spool/unsaved/a.pdf.");
	}

	@Test
	void saysWhatBecameOfAConflictThatNoProgramWasToldOf(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> {
			this.listener.contentConflicted("/a.pdf", "/a (conflict).pdf");
			this.listener.contentConflicted("/b.pdf", null);
		});
		assertThat(output).contains("WARN")
			.contains(
					"[files] /a.pdf was changed by somebody else while it was open. The bytes written to it are now in "
							+ "/a (conflict).pdf.")
			.doesNotContain("/b.pdf");
	}

	@Test
	void saysWhatWasDeletedBecauseOfTheLimits(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> this.listener.unsavedRemoved(UnsavedLimit.SIZE, 1000, 2, 300));
		assertThat(output).contains("WARN")
			.contains(
					"[files] Deleted 2 files with 300 bytes of user 1000 that could not be stored, because of fusemount.unsaved.max-size.");
	}

	@Test
	void saysWhyContentIsNotKept(CapturedOutput output) {
		atLevel(LogLevel.INFO, () -> this.listener.contentCacheSuspended("/spool/cache", Duration.ofSeconds(60),
				new IOException("No space left on device")));
		assertThat(output).contains("[files] For 60 s, content is not kept locally and reads go to the database: "
				+ "No space left on device (/spool/cache). Free space");
	}

	private void fail(ErrnoException failure) {
		this.listener.operationFailed(Operation.WRITE, "/a/b", failure, 1);
	}

	private static void atLevel(LogLevel level, Runnable action) {
		LoggingSystem system = LoggingSystem.get(LoggingOperationListenerTests.class.getClassLoader());
		system.setLogLevel(LOGGER, level);
		try {
			action.run();
		}
		finally {
			system.setLogLevel(LOGGER, null);
		}
	}

}
