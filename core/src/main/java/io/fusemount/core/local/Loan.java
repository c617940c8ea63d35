package io.fusemount.core.local;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * A file of the local disk that is lent as a whole, for somebody who passes it on to
 * programs. Its bytes never change any more, not even after the end of the loan, because
 * programs may have it mapped for longer. Until the end, its owner does not delete it to
 * make room.
 */
public final class Loan implements AutoCloseable {

	private final Path path;

	private final long size;

	private final AtomicReference<@Nullable Runnable> end;

	/**
	 * Begins a loan.
	 * @param size the length of the file in bytes, unless others have changed it
	 * @param end runs when the loan ends
	 */
	public Loan(Path path, long size, Runnable end) {
		this.path = path;
		this.size = size;
		this.end = new AtomicReference<>(end);
	}

	/**
	 * Returns the path of the file, which others may have deleted.
	 */
	public Path path() {
		return this.path;
	}

	/**
	 * Returns the length that the file must have.
	 */
	public long size() {
		return this.size;
	}

	/**
	 * Returns the same loan with more to do at its end.
	 */
	public Loan andThen(Runnable more) {
		return new Loan(this.path, this.size, () -> {
			try {
				close();
			}
			finally {
				more.run();
			}
		});
	}

	/**
	 * Ends the loan, once.
	 */
	@Override
	public void close() {
		Runnable ending = this.end.getAndSet(null);
		if (ending != null) {
			ending.run();
		}
	}

}
