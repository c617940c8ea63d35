package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.Map;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * The remembered directories in one directory for one audience.
 *
 * @param made all remembered directories
 * @param place the directory and the audience
 */
record MadeHere(MadeDirectories made, MadeDirectories.Place place) {

	/** Remembers a directory that a program creates. */
	void make(Name name, Step step) {
		this.made.make(this.place, name, step);
	}

	void forget(Name name) {
		this.made.forget(this.place, name);
	}

	@Nullable Step find(Name name) {
		return this.made.find(this.place, name);
	}

	List<Map.Entry<Name, Step>> all() {
		return this.made.in(this.place);
	}

}
