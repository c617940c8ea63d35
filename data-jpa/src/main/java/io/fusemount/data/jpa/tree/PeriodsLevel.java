package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.data.jpa.directory.TakenNames;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.PeriodBound;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.template.Period;
import io.fusemount.data.jpa.template.PeriodPattern;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * A directory for each period that contains the time of a row.
 */
final class PeriodsLevel implements Level {

	/** The number of periods in one statement. */
	private static final int AT_ONCE = 100;

	private final DirectorySegment.Periods segment;

	private final LevelRows rows;

	private final Shape below;

	private final ValueQueries queries;

	/**
	 * Creates the level.
	 * @param segment the time, as a property of the rows' entity
	 */
	PeriodsLevel(DirectorySegment.Periods segment, LevelRows rows, Shape below) {
		this.segment = segment;
		this.rows = rows;
		this.below = below;
		this.queries = new ValueQueries(rows.binder().rows().entity(), segment.path(), false);
	}

	@Override
	public Shape below() {
		return this.below;
	}

	@Override
	public String refusal() {
		return "they are periods of " + this.rows.binder().rows().entity() + "." + this.segment.path()
				+ ", and a period says no exact time";
	}

	@Override
	public Stream<RowRights> rights() {
		return this.rows.readers().rights();
	}

	private PeriodPattern pattern() {
		return this.segment.pattern();
	}

	/** Returns the period of the directories above, or {@code null}. */
	private @Nullable Period above(TreeDirectory in) {
		Period above = null;
		for (int i = 0; i < in.steps().size(); i++) {
			DirectorySegment.Variable variable = this.rows.binder().variables().get(i);
			if (variable != null && variable.path().name().equals(this.segment.path().name())
					&& in.steps().get(i) instanceof Step.Span span) {
				above = span.period();
			}
		}
		return above;
	}

	private TreeDirectory child(TreeDirectory in, Period period) {
		return in.child(this.below, new Name(pattern().format(period)), new Step.Span(period));
	}

	@Override
	public @Nullable TreeDirectory find(TreeDirectory in, Name name) {
		Period period = pattern().parse(name.value(), above(in));
		if (period == null) {
			return null;
		}
		Scope scope = this.rows.readable(in);
		return this.rows.access()
			.look((entityManager) -> this.queries.findPeriods(entityManager, scope, List.of(period)))
			.isEmpty() ? null : child(in, period);
	}

	@Override
	public @Nullable TreeDirectory find(TreeDirectory in, String text) {
		return text.isEmpty() ? null : find(in, new Name(text));
	}

	@Override
	public String text(Step step) {
		return (step instanceof Step.Span span) ? pattern().format(span.period()) : "";
	}

	@Override
	public DirectoryPage list(TreeDirectory in, @Nullable String position) {
		Scope scope = this.rows.readable(in);
		return this.rows.access().read((entityManager) -> {
			List<DirectoryEntry> entries = new ArrayList<>();
			for (Period period : periods(entityManager, scope)) {
				TreeDirectory child = child(in, period);
				entries.add(new DirectoryEntry(child.name(), child));
			}
			return new DirectoryPage(entries, null);
		});
	}

	/**
	 * Returns the periods of rows. Only the application knows which moment a column
	 * stands for, so statements compare with the moments at which periods begin and end.
	 */
	private List<Period> periods(EntityManager entityManager, Scope scope) {
		List<Object> span = this.queries.span(entityManager, scope);
		List<Period> found = new ArrayList<>();
		if (!span.isEmpty()) {
			Period next = pattern().at(PeriodBound.moment(span.get(0)));
			Period last = pattern().at(PeriodBound.moment(span.get(1)));
			if (next.equals(last)) {
				return List.of(last);
			}
			while (!next.start().isAfter(last.start())) {
				List<Period> asked = new ArrayList<>();
				while (asked.size() < AT_ONCE && !next.start().isAfter(last.start())) {
					asked.add(next);
					next = next.next();
				}
				List<Period> there = this.queries.findPeriods(entityManager, scope, asked);
				found.addAll(there);
				if (there.isEmpty()) {
					next = following(entityManager, scope, next);
				}
			}
		}
		return found;
	}

	/**
	 * Returns the next period of a row. The end of validity is often in 9999, and the
	 * days until then are skipped.
	 */
	private Period following(EntityManager entityManager, Scope scope, Period next) {
		Object first = this.queries.first(entityManager, scope, next);
		Period found = (first != null) ? pattern().at(PeriodBound.moment(first)) : next;
		return found.start().isAfter(next.start()) ? found : next;
	}

	@Override
	public Occupants occupants(TreeDirectory in) {
		return this.rows.occupants(in, this.segment.path());
	}

	@Override
	public TakenNames names(TreeDirectory in) {
		return (entityManager, names) -> {
			Set<Name> taken = new HashSet<>();
			Set<String> periods = new HashSet<>();
			if (names.stream().anyMatch((name) -> pattern().parse(name.value(), above(in)) != null)) {
				periods(entityManager, this.rows.in(in)).forEach((period) -> periods.add(pattern().format(period)));
			}
			names.stream().filter((name) -> periods.contains(name.value())).forEach(taken::add);
			return taken;
		};
	}

}
