package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import io.fusemount.data.jpa.scope.Bound;
import io.fusemount.data.jpa.scope.EntityBound;
import io.fusemount.data.jpa.scope.PeriodBound;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.ValueBound;
import org.jspecify.annotations.Nullable;

/**
 * Translates the steps of a path into conditions on the rows of one entity.
 *
 * @param rows the rows
 * @param variables the variables of the path, in order, each from the entity of the rows;
 * {@code null} for one that alone does not restrict the rows
 */
record Binder(RowIdentity rows, List<DirectorySegment.@Nullable Variable> variables) {

	Binder {
		variables = Collections.unmodifiableList(new ArrayList<>(variables));
	}

	/** Returns the rows in a directory with these steps. */
	Scope scope(List<Step> steps) {
		Scope scope = Scope.ALL;
		for (int i = 0; i < Math.min(steps.size(), this.variables.size()); i++) {
			DirectorySegment.Variable variable = this.variables.get(i);
			if (variable != null && !isSaidLater(variable.path(), i, steps)) {
				scope = scope.and(bound(variable, steps.get(i)));
			}
		}
		return scope;
	}

	/**
	 * Whether a later step is more specific: a month after its year, or an entity after
	 * one of its properties.
	 */
	private boolean isSaidLater(PropertyPath path, int step, List<Step> steps) {
		for (int i = step + 1; i < Math.min(steps.size(), this.variables.size()); i++) {
			DirectorySegment.Variable later = this.variables.get(i);
			if (later != null && !(steps.get(i) instanceof Step.Nothing)
					&& (path.name().equals(later.path().name()) || path.name().startsWith(later.path().name() + "."))) {
				return true;
			}
		}
		return false;
	}

	private Bound bound(DirectorySegment.Variable variable, Step step) {
		if (variable instanceof DirectorySegment.Rows association) {
			return new EntityBound(this.rows, association.path(), association.target(),
					(step instanceof Step.Row row) ? row.row().id() : null);
		}
		if (variable instanceof DirectorySegment.Periods) {
			return new PeriodBound(this.rows, variable.path(), (step instanceof Step.Span span) ? span.period() : null);
		}
		return new ValueBound(this.rows, variable.path(), (step instanceof Step.Value value) ? value.value() : null);
	}

	/**
	 * Returns the binder of the same steps for the rows of another entity.
	 * @param entity the path to that entity, from the entity of these rows
	 * @param count the number of steps
	 */
	Binder from(String entity, RowIdentity other, int count) {
		List<DirectorySegment.@Nullable Variable> relative = new ArrayList<>();
		for (DirectorySegment.Variable variable : this.variables.subList(0, count)) {
			PropertyPath path = (variable != null) ? variable.path().from(entity) : null;
			relative.add((variable != null && path != null) ? variable.with(path) : null);
		}
		return new Binder(other, relative);
	}

	/** Whether some of the steps alone do not restrict the rows. */
	boolean isIncomplete() {
		return this.variables.contains(null);
	}

	/** Whether a formula, and so any other row, may determine where a row is. */
	boolean hasFormula() {
		return this.variables.stream().anyMatch((variable) -> variable != null && variable.path().isFormula());
	}

}
