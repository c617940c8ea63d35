package io.fusemount.data.jpa.rights;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.node.Audiences;
import org.jspecify.annotations.Nullable;

/**
 * The audiences of several repositories at once.
 *
 * @param parts the audiences of each
 */
public record JoinedAudiences(List<Audiences> parts) implements Audiences {

	/**
	 * Creates the audiences.
	 */
	public JoinedAudiences {
		parts = List.copyOf(parts);
	}

	/**
	 * Returns the audiences that decide where several rights apply.
	 */
	public static JoinedAudiences of(Stream<RowRights> rights) {
		return new JoinedAudiences(rights.distinct().map(RowRights::audiences).filter(Objects::nonNull).toList());
	}

	/**
	 * Whether all callers are one audience.
	 */
	public boolean areOne() {
		return this.parts.isEmpty();
	}

	/**
	 * Returns these audiences in the simplest form, {@code null} if all callers are one.
	 */
	public @Nullable Audiences simplified() {
		return (this.parts.size() > 1) ? this : areOne() ? null : this.parts.get(0);
	}

	@Override
	public Object current() {
		return this.parts.stream().map(Audiences::current).toList();
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
			if (last == null) {
				return null;
			}
			known.add(last);
		}
		return List.copyOf(known);
	}

}
