package io.fusemount.core.filesystem;

import io.fusemount.core.namespace.Creation;
import io.fusemount.core.namespace.Deletion;
import io.fusemount.core.namespace.Directories;
import io.fusemount.core.namespace.Rename;
import io.fusemount.core.node.Place;
import io.fusemount.core.save.FailureReports;

/**
 * The changes of what is at a place. What becomes of open files is written down before
 * the program hears of it, and what has been done already counts as done.
 */
final class PlaceChanges {

	private final Creation creation;

	private final Deletion deletion;

	private final Rename renames;

	private final Directories directories;

	private final FailureReports reports;

	private final Repetition repetition;

	private final OpenFileRecorder recorder;

	PlaceChanges(Creation creation, Deletion deletion, Rename renames, Directories directories, FailureReports reports,
			Repetition repetition, OpenFileRecorder recorder) {
		this.creation = creation;
		this.deletion = deletion;
		this.renames = renames;
		this.directories = directories;
		this.reports = reports;
		this.repetition = repetition;
		this.recorder = recorder;
	}

	void createEmpty(Place place, int mode) {
		watch(place, () -> this.repetition.making(place, false, () -> this.creation.createEmpty(place, mode)));
	}

	void createDirectory(Place place, int mode) {
		watch(place, () -> this.repetition.making(place, true, () -> this.directories.create(place, mode)));
	}

	void delete(Place place) {
		watch(place, () -> this.repetition.removing(place, () -> this.deletion.delete(place)));
	}

	void deleteDirectory(Place place) {
		watch(place, () -> this.repetition.removing(place, () -> this.directories.delete(place)));
	}

	void rename(Place source, Place target) {
		watch(source, () -> this.repetition.renaming(source, target, () -> this.renames.rename(source, target)));
	}

	private void watch(Place place, Runnable work) {
		this.recorder.after(() -> this.reports.watch(place, work));
	}

}
