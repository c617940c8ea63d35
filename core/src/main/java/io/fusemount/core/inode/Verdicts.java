package io.fusemount.core.inode;

import org.jspecify.annotations.Nullable;

/**
 * What each audience may do with what has a name, as far as that was found out lately:
 * the latest first.
 *
 * @param audience the audience
 * @param verdict what it may do
 * @param others those of other audiences, {@code null} for none
 */
record Verdicts(Object audience, Verdict verdict, @Nullable Verdicts others) {

	/** Beyond it, the oldest are forgotten. */
	private static final int MAX = 64;

	/** Returns what an audience may do, {@code null} if that is not known any more. */
	static @Nullable Verdict find(@Nullable Verdicts verdicts, Object audience) {
		for (Verdicts each = verdicts; each != null; each = each.others) {
			if (each.audience.equals(audience)) {
				return each.verdict.lease().isValid() ? each.verdict : null;
			}
		}
		return null;
	}

	/** Returns the verdicts with a newer one. */
	static Verdicts with(@Nullable Verdicts verdicts, Object audience, Verdict verdict) {
		return new Verdicts(audience, verdict, without(verdicts, audience, MAX - 1));
	}

	private static @Nullable Verdicts without(@Nullable Verdicts verdicts, Object audience, int max) {
		if (verdicts == null || max == 0) {
			return null;
		}
		boolean counts = verdicts.verdict.lease().isValid() && !verdicts.audience.equals(audience);
		Verdicts others = without(verdicts.others, audience, counts ? max - 1 : max);
		return counts ? new Verdicts(verdicts.audience, verdicts.verdict, others) : others;
	}

}
