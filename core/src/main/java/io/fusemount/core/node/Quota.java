package io.fusemount.core.node;

import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * Extension point: how much the files that count together may take, such as those of a
 * repository or of one customer. There is one object for all directories with such files.
 * Its source refuses by itself what does not fit when that is stored; this object refuses
 * earlier, and counts what has been written and is not stored yet, too.
 */
public abstract class Quota {

	private final Set<Growth> growing = ConcurrentHashMap.newKeySet();

	private volatile @Nullable Measured measured;

	/**
	 * Returns what is stored, and how much may be. May block; an answer is remembered for
	 * a short time, and is up to date after each change by this process.
	 */
	protected abstract QuotaUsage stored();

	/**
	 * Returns what is stored or will be, and how much may be. May block.
	 */
	public QuotaUsage usage() {
		return with(measure(), null);
	}

	/**
	 * Returns what was stored when it was measured last, {@code null} if it was not yet.
	 * Never blocks.
	 */
	public @Nullable Measured measured() {
		return this.measured;
	}

	/**
	 * Records what is stored, as the source has found out by itself.
	 */
	protected final void measured(QuotaUsage usage) {
		this.measured = new Measured(usage, Instant.now());
	}

	private QuotaUsage measure() {
		QuotaUsage stored = stored();
		Measured last = this.measured;
		if (last == null || !last.usage().equals(stored)) {
			measured(stored);
		}
		return stored;
	}

	private QuotaUsage with(QuotaUsage stored, @Nullable Growth but) {
		this.growing.removeIf(Growth::isOver);
		QuotaUsage all = stored;
		for (Growth growth : this.growing) {
			all = growth.equals(but) ? all : all.plus(growth.bytes(growth.size()), growth.files());
		}
		return all;
	}

	/**
	 * Requires that a file may have a size, and counts it until it is stored. May block.
	 * A file may always have the size that is stored.
	 * @throws ErrnoException {@code EDQUOT} if it does not fit
	 */
	public void require(Growth file, long size) {
		long bytes = file.bytes(size);
		if (bytes > 0 || file.files() > 0) {
			with(measure(), file).plus(bytes, file.files()).require(bytes > 0, file.files() > 0);
			this.growing.add(file);
		}
	}

	/**
	 * What was stored at a time.
	 */
	public record Measured(QuotaUsage usage, Instant at) {

		/** The fullest quotas come first. */
		public static final Comparator<Measured> FULLEST = Comparator
			.<Measured>comparingDouble((measured) -> measured.usage().share())
			.reversed()
			.thenComparing((measured) -> measured.usage().of());

	}

	/**
	 * A file that is about to take more. Two are equal if they are of one file.
	 */
	public interface Growth {

		/**
		 * Whether nothing of it has to be stored any more.
		 */
		boolean isOver();

		/**
		 * Returns the present size of the file.
		 */
		long size();

		/**
		 * Returns the bytes that the file adds to what is stored if it has a size.
		 */
		long bytes(long size);

		/**
		 * Returns the number of files that it adds to what is stored.
		 */
		int files();

	}

}
