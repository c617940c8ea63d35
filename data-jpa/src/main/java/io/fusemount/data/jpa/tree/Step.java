package io.fusemount.data.jpa.tree;

import io.fusemount.data.jpa.directory.FolderRow;
import io.fusemount.data.jpa.template.Period;

/**
 * The value of a variable of a path for a directory.
 */
sealed interface Step {

	/**
	 * A row of another entity.
	 *
	 * @param row the row
	 */
	record Row(FolderRow row) implements Step {

	}

	/**
	 * A value of a property.
	 *
	 * @param value the value
	 */
	record Value(Object value) implements Step {

	}

	/**
	 * A period that contains times.
	 *
	 * @param period the period
	 */
	record Span(Period period) implements Step {

	}

	/**
	 * No value: no row, no value, no time; in a tree of directories, its root.
	 */
	record Nothing() implements Step {

	}

}
