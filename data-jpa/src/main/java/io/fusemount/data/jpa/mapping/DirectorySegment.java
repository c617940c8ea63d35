package io.fusemount.data.jpa.mapping;

import io.fusemount.core.name.Name;
import io.fusemount.data.jpa.template.PeriodPattern;
import io.fusemount.data.jpa.template.ValueText;
import org.jspecify.annotations.Nullable;

/**
 * One step of the path to the files of a repository, with what it means for their
 * entities.
 */
public sealed interface DirectorySegment {

	/**
	 * A directory that is always there.
	 *
	 * @param name its name
	 */
	record Fixed(Name name) implements DirectorySegment {

	}

	/**
	 * A directory for each value of something.
	 */
	sealed interface Variable extends DirectorySegment {

		/**
		 * Returns the property, from the entity of the files on.
		 */
		PropertyPath path();

		/**
		 * Returns the same with another way to the property.
		 */
		Variable with(PropertyPath other);

	}

	/**
	 * A directory for each row of another entity.
	 *
	 * @param path the association with it
	 * @param target what makes its rows directories
	 * @param parent the association of a row with the directory that it is in, if they
	 * are a tree
	 * @param known whether there is a repository of them, so that those without files are
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
	 * @param column the column that keeps them as text, {@code null} for other values
	 */
	record Values(PropertyPath path, RowIdentity owner, ValueText text,
			@Nullable NameColumn column) implements Variable {

		@Override
		public Variable with(PropertyPath other) {
			return new Values(other, this.owner, this.text, this.column);
		}

	}

	/**
	 * A directory for each period that has a time.
	 *
	 * @param path the property
	 * @param owner the rows that have it
	 * @param pattern how the periods are called
	 */
	record Periods(PropertyPath path, RowIdentity owner, PeriodPattern pattern) implements Variable {

		@Override
		public Variable with(PropertyPath other) {
			return new Periods(other, this.owner, this.pattern);
		}

	}

}
