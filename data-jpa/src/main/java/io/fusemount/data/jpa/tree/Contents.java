package io.fusemount.data.jpa.tree;

import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.data.jpa.rights.HeldValues;
import io.fusemount.data.jpa.rights.JoinedAudiences;

/**
 * The contents of a directory, apart from its fixed directories.
 *
 * @param directory the directory
 */
record Contents(TreeDirectory directory) {

	/** Whether the directory and its fixed directories are empty. */
	boolean isEmpty() {
		return !isMade() && !Occupants.exist(rows().toList());
	}

	/** Whether there are directories that only this process knows. */
	private boolean isMade() {
		Level level = this.directory.shape().level();
		return level != null
				&& this.directory.made()
					.all()
					.stream()
					.anyMatch((made) -> level.find(this.directory, made.getKey()) != null)
				|| inner().anyMatch(Contents::isMade);
	}

	/**
	 * Does work that asks whether the directory is empty while it holds a connection.
	 */
	<T> T during(Supplier<T> work) {
		return HeldValues.during(seers().toList(), work);
	}

	private Stream<JoinedAudiences> seers() {
		return Stream.concat(Stream.of(this.directory.shape().seers()), inner().flatMap(Contents::seers));
	}

	private Stream<Occupants> rows() {
		Level level = this.directory.shape().level();
		Stream<Occupants> directories = (level != null)
				? Stream.concat(Stream.of(level.occupants(this.directory)), this.directory.directories().nameless())
				: Stream.empty();
		Stream<Occupants> files = this.directory.shape()
			.files()
			.stream()
			.map((each) -> each.occupants(this.directory.steps()));
		return Stream.concat(Stream.concat(directories, files), inner().flatMap(Contents::rows));
	}

	private Stream<Contents> inner() {
		return this.directory.directories().fixed().map(Contents::new);
	}

}
