package io.fusemount.data.jpa.mapping;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.template.PeriodPattern;
import io.fusemount.data.jpa.template.ValueText;
import org.jspecify.annotations.Nullable;

/**
 * One step of the path to the files of a repository, with its meaning for their entities.
 */
public sealed interface DirectorySegment {

	/**
	 * A directory that always exists.
	 *
	 * @param name its name
	 */
	record Fixed(Name name) implements DirectorySegment {

	}

	/**
	 * A directory for each row, value or period.
	 */
	sealed interface Variable extends DirectorySegment {

		/**
		 * Returns the path of the property from the entity of the files.
		 */
		PropertyPath path();

		/**
		 * Returns this step with another path to the property.
		 */
		Variable with(PropertyPath other);

	}

	/**
	 * A directory for each row of another entity.
	 *
	 * @param path the association with that entity
	 * @param target the mapping that makes its rows directories
	 * @param parent the association of a row with its parent directory, in a tree
	 * @param known whether the rows have a repository, so that those without files are
	 * shown, too
	 */
	record Rows(PropertyPath path, RowMapping target, @Nullable PropertyPath parent,
			boolean known) implements Variable {

		@Override
		public Variable with(PropertyPath other) {
			return new Rows(other, this.target, this.parent, this.known);
		}

	}

	/**
	 * A directory for each value of a property.
	 *
	 * @param path the property
	 * @param owner the rows that have it
	 * @param text the texts of its values
	 * @param column the column that keeps the values as text, {@code null} for other
	 * values
	 */
	record Values(PropertyPath path, RowIdentity owner, ValueText text,
			@Nullable NameColumn column) implements Variable {

		@Override
		public Variable with(PropertyPath other) {
			return new Values(other, this.owner, this.text, this.column);
		}

	}

	/**
	 * A directory for each period that contains the time of a row.
	 *
	 * @param path the property
	 * @param owner the rows that have it
	 * @param pattern the pattern of the names of the periods
	 */
	record Periods(PropertyPath path, RowIdentity owner, PeriodPattern pattern) implements Variable {

		@Override
		public Variable with(PropertyPath other) {
			return new Periods(other, this.owner, this.pattern);
		}

	}

}
