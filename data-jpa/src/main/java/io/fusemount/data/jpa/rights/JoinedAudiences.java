package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Audiences;
import org.jspecify.annotations.Nullable;

/**
 * The audiences of several repositories at once. A caller whom some of them refuse sees
 * what the others show.
 *
 * @param parts the audiences of each
 * @param open whether there is something else for whoever is refused by all of them
 */
public record JoinedAudiences(List<Audiences> parts, boolean open) implements Audiences {

	/** Who is refused by one of the repositories. */
	private static final Object REFUSED = "refused";

	/**
	 * Creates the audiences.
	 */
	public JoinedAudiences {
		parts = List.copyOf(parts);
	}

	/**
	 * Returns the audiences that decide where several rights apply.
	 * @param open whether there is something else for whoever is refused by all of them
	 */
	public static JoinedAudiences of(Stream<RowRights> rights, boolean open) {
		return new JoinedAudiences(rights.distinct().map(RowRights::audiences).filter(Objects::nonNull).toList(), open);
	}

	/**
	 * Whether all callers are one audience.
	 */
	public boolean areOne() {
		return this.parts.isEmpty();
	}

	/**
	 * Whether a caller whom one of them refuses may see something all the same.
	 */
	public boolean areSeveral() {
		return this.parts.size() > 1 || this.open;
	}

	/**
	 * Returns these audiences in the simplest form, {@code null} if all callers are one.
	 */
	public @Nullable Audiences simplified() {
		return (areSeveral() && !areOne()) ? this : areOne() ? null : this.parts.get(0);
	}

	@Override
	public Object current() {
		List<Object> all = new ArrayList<>();
		ErrnoException refusal = null;
		for (Audiences part : this.parts) {
			try {
				all.add(part.current());
			}
			catch (ErrnoException ex) {
				if (ex.errno() != Errno.EACCES || part.haveOwnNames()) {
					throw ex;
				}
				refusal = ex;
				all.add(REFUSED);
			}
		}
		if (refusal != null && !this.open && Set.copyOf(all).equals(Set.of(REFUSED))) {
			throw refusal;
		}
		return List.copyOf(all);
	}

	@Override
	public boolean haveOwnNames() {
		return this.parts.stream().anyMatch(Audiences::haveOwnNames);
	}

	@Override
	public @Nullable Object known() {
		List<Object> known = new ArrayList<>();
		for (Audiences part : this.parts) {
			Object last = part.known();
			if (last == null && part instanceof CallerValues values && values.haveRefused()) {
				last = REFUSED;
			}
			if (last == null) {
				return null;
			}
			known.add(last);
		}
		return (!this.open && Set.copyOf(known).equals(Set.of(REFUSED))) ? null : List.copyOf(known);
	}

}
