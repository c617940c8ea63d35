package io.fusemount.data.jpa.rights;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.data.jpa.guard.AskedRows;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a repository for one caller.
 *
 * @param readable the condition on the rows that the caller may read, {@code null} for
 * all
 * @param writable the condition on those of them that the caller may change, {@code null}
 * for all
 * @param specifiedReadable the further condition on readable rows that a bean specifies,
 * or {@code null}
 * @param specifiedWritable the further condition on writable rows that a bean specifies,
 * or {@code null}
 * @param filters what tells apart callers to whom the same statement shows other rows;
 * empty if there are none
 * @param asked the rows that the repository itself is asked about
 */
public record CallerConditions(@Nullable CallerCondition readable, @Nullable CallerCondition writable,
		@Nullable CallerSpecification specifiedReadable, @Nullable CallerSpecification specifiedWritable,
		List<@Nullable Object> filters, AskedRows asked) {

	/**
	 * Whether the caller may change no row, whatever is in it, as far as the conditions
	 * alone tell.
	 */
	boolean allowNoChange() {
		return Stream.of(this.readable, this.writable).filter(Objects::nonNull).anyMatch(CallerCondition::isNeverMet)
				|| Stream.of(this.specifiedReadable, this.specifiedWritable)
					.filter(Objects::nonNull)
					.anyMatch(CallerSpecification::isNeverMet);
	}

	/** No condition. */
	static final CallerConditions NONE = new CallerConditions(null, null, null, null, List.of(), AskedRows.NONE);

}
