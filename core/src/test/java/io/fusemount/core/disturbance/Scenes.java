package io.fusemount.core.disturbance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.fusemount.core.disturbance.Scene.By;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;

/**
 * All scenes: every way in which a name changes hands or a row gets content, with nobody,
 * a reader and a writer at each of the files.
 */
final class Scenes {

	static final Caller PROGRAM = new Caller(1000, 1000, 7);

	private static final String A = "files/a";

	private static final String B = "files/b";

	private static final String C = "files/c.tmp";

	private static final String KIND = "files/k.kind";

	private Scenes() {
	}

	static List<Scene> all() {
		List<Scene> scenes = new ArrayList<>();
		each(scenes, (by) -> renameToFreeName(by));
		each(scenes, (by) -> delete(by));
		// Readers see it at once.
		scenes.add(truncated(By.NOBODY));
		scenes.add(truncated(By.WRITER));
		each(scenes, (by) -> newFileTo(by));
		each(scenes, (by) -> scratchFileOver(by));
		each(scenes, (by) -> newFileAfterBackup(by));
		each(scenes, (by) -> emptyFileAfterBackup(by));
		each(scenes, (by) -> scratchFileAfterBackup(by));
		each(scenes, (by) -> otherKindAfterBackup(by));
		each(scenes, (by) -> newFileAfterDeletedBackup(by));
		each(scenes, (by) -> storedBackup(by));
		each(scenes, (by) -> storedBackupOverOlder(by));
		each(scenes, (by) -> newFileInFixed(by));
		each(scenes, (by) -> scratchFileInFixed(by));
		each(scenes, (by) -> transfer(by));
		each(scenes, (by) -> otherDirectory(by));
		for (By source : By.values()) {
			each(scenes, (by) -> renameOver(source, by));
			each(scenes, (by) -> otherKind(source, by));
			each(scenes, (by) -> storedOverAway(source, by));
		}
		scenes.add(firstCommit());
		scenes.add(update());
		scenes.add(createForReading());
		scenes.add(newFileToFreeName());
		scenes.add(directory());
		scenes.add(backupIsSettled());
		return scenes;
	}

	private static void each(List<Scene> scenes, Function<By, Scene> scene) {
		for (By by : By.values()) {
			scenes.add(scene.apply(by));
		}
	}

	private static Scene renameToFreeName(By source) {
		return stored("rename to a free name", "a", source).when((world) -> world.rename(A, B))
			.then(B, text("a", source), A);
	}

	private static Scene renameOver(By source, By target) {
		return replaces(stored("rename over", "a", source, "b", target).when((world) -> world.rename(A, B))
			.then(B, text("a", source), B), "b");
	}

	private static Scene otherKind(By source, By target) {
		return replaces(stored("rename over a file of another kind", "a", source, "k.kind", target)
			.when((world) -> world.rename(A, KIND))
			.halfway((source == By.WRITER) ? 2 : 1, KIND, text("a", source))
			.then(KIND, text("a", source), KIND), "k.kind");
	}

	private static Scene delete(By by) {
		return replaces(stored("delete", "a", by).when((world) -> world.delete(A)), "a");
	}

	private static Scene truncated(By by) {
		return stored("truncation", "a", by).when((world) -> world.fileSystem().truncate(world.node(A), 4))
			.deleted("text of a")
			.deleted(changed("a"))
			.then(A, text("a", by).substring(0, 4), A);
	}

	private static Scene newFileTo(By target) {
		return replaces(stored("rename of a new file over", "b", target).written("new")
			.given((world) -> world.creator(A, "new"))
			.when((world) -> world.rename(A, B))
			.then(B, "new", B), "b");
	}

	private static Scene newFileToFreeName() {
		return new Scene("rename of a new file to a free name").written("new")
			.given((world) -> world.creator(A, "new"))
			.when((world) -> world.rename(A, B))
			.then(B, "new");
	}

	private static Scene scratchFileOver(By target) {
		return replaces(stored("rename of a scratch file over", "a", target).written("new")
			.given((world) -> world.create(C, "new"))
			.when((world) -> world.rename(C, A))
			.then(A, "new", A), "a");
	}

	private static Scene newFileAfterBackup(By by) {
		return closing(stored("close of a new file whose row has gone to a scratch name", "a", by).doubtful(A)
			.written("new")
			.given((world) -> world.rename(A, A + "~")), A).then(A, "new", A).then(A + "~", text("a", by));
	}

	private static Scene emptyFileAfterBackup(By by) {
		return stored("creation of an empty file whose row has gone to a scratch name", "a", by).doubtful(A)
			.given((world) -> world.rename(A, A + "~"))
			.when((world) -> world.fileSystem().createEmpty(world.at(A)))
			.then(A, "", A)
			.then(A + "~", text("a", by));
	}

	private static Scene scratchFileAfterBackup(By by) {
		return stored("rename of a scratch file to the name of a row that has gone to a scratch name", "a", by)
			.doubtful(A)
			.written("new")
			.given((world) -> world.create(C, "new"))
			.given((world) -> world.rename(A, A + "~"))
			.when((world) -> world.rename(C, A))
			.then(A, "new", A)
			.then(A + "~", text("a", by));
	}

	private static Scene storedOverAway(By source, By by) {
		return stored("rename of a row to the name of one that has gone to a scratch name", "b", source, "a", by)
			.given((world) -> world.rename(A, A + "~"))
			.when((world) -> world.rename(B, A))
			.then(A, text("b", source), B)
			.then(A + "~", text("a", by), A);
	}

	private static Scene otherKindAfterBackup(By by) {
		return stored("rename to the name of a file of another kind that has gone to a scratch name", "k.kind", by)
			.doubtful(KIND)
			.given((world) -> world.create("files/t", "text of t"))
			.written("text of t")
			.given((world) -> world.rename(KIND, KIND + "~"))
			.when((world) -> world.rename("files/t", KIND))
			.then(KIND, "text of t", KIND)
			.then(KIND + "~", text("k.kind", by));
	}

	private static Scene newFileAfterDeletedBackup(By by) {
		Scene scene = stored("close of a new file after its backup was deleted", "a", by).written("new")
			.given((world) -> world.rename(A, A + "~"));
		return replaces(closing(scene.waiting(A), A, (world) -> world.delete(A + "~")).then(A, "new", A), "a");
	}

	private static Scene storedBackup(By by) {
		return savedBeside(stored("replacement of a file that has got the name of a backup", "a", by), by);
	}

	private static Scene storedBackupOverOlder(By by) {
		return savedBeside(stored("replacement of a file that has got the name of an older backup", "a", by)
			.given((world) -> world.put(A + ".bak", "older"))
			.overwriting(A + ".bak"), by);
	}

	/** A file that is being written is renamed at once, so that it has another row. */
	private static Scene savedBeside(Scene scene, By by) {
		return scene.written("new")
			.given((world) -> world.create(C, "new"))
			.given((world) -> world.rename(A, A + ".bak"))
			.when((world) -> world.rename(C, A))
			.then(A, "new", A)
			.then(A + ".bak", text("a", by));
	}

	private static Scene newFileInFixed(By by) {
		Scene scene = new Scene("close of a new file where none can be created, " + by).file("fixed/a", "old")
			.held(by, "fixed/a", "old", "changed")
			.deleted("changed")
			.given((world) -> world.delete("fixed/a"))
			.waiting("fixed/a")
			.written("new");
		return closing(scene, "fixed/a").then("fixed/a", "new", "fixed/a").replacing("old").replacing("changed");
	}

	private static Scene scratchFileInFixed(By by) {
		return new Scene("rename of a scratch file where none can be created, " + by).file("fixed/a", "old")
			.held(by, "fixed/a", "old", "changed")
			.deleted("changed")
			.given((world) -> world.create("fixed/c.tmp", "new"))
			.given((world) -> world.delete("fixed/a"))
			.waiting("fixed/a")
			.written("new")
			.when((world) -> world.rename("fixed/c.tmp", "fixed/a"))
			.then("fixed/a", "new", "fixed/a")
			.replacing("old")
			.replacing("changed");
	}

	private static Scene transfer(By target) {
		return new Scene("move to another repository, " + target).file(A, "source")
			.file("other/b", "old")
			.held(target, "other/b", "old", "changed")
			.when((world) -> world.rename(A, "other/b"))
			.halfway(1, "other/b", "source")
			.overwriting("other/b")
			.then("other/b", "source", "other/b")
			.replacing("old")
			.replacing("changed");
	}

	private static Scene otherDirectory(By by) {
		return stored("rename to another directory", "d/a", by, "e/a", By.NOBODY)
			.when((world) -> world.rename("files/d/a", "files/e/a"))
			.then("files/e/a", text("d/a", by), "files/e/a")
			.replacing("text of e/a");
	}

	private static Scene directory() {
		return stored("rename of a directory", "d/a", By.WRITER).written("new")
			.given((world) -> world.creator("files/d/new", "new"))
			.when((world) -> world.rename("files/d", "files/e"))
			.then("files/e/a", text("d/a", By.WRITER), "files/d/a")
			.then("files/e/new", "new");
	}

	private static Scene firstCommit() {
		return closing(new Scene("close of a new file").written("new"), A).then(A, "new");
	}

	private static Scene update() {
		HandleId[] handle = new HandleId[1];
		return new Scene("close of a changed file").file(A, "text of a")
			.replacing("text of a")
			.written("changed")
			.given((world) -> handle[0] = world.writer(A, "changed"))
			.when((world) -> world.close(handle[0]))
			.then(A, "changed", A);
	}

	private static Scene createForReading() {
		return new Scene("creation of a file for reading")
			.when((world) -> world.fileSystem().release(world.fileSystem().create(world.at(A), OpenOptions.READ)))
			.then(A, "");
	}

	private static Scene backupIsSettled() {
		return stored("fsync of a directory with a backup", "a", By.NOBODY).given((world) -> world.create(C, "new"))
			.written("new")
			.given((world) -> world.rename(A, A + ".bak"))
			.when((world) -> world.synchronise("files"))
			.then(A + ".bak", "text of a", A)
			.then(C, "new");
	}

	private static Scene stored(String name, String file, By by) {
		return new Scene(name + ", " + by).file("files/" + file, "text of " + file)
			.held(by, "files/" + file, "text of " + file, changed(file));
	}

	private static Scene stored(String name, String first, By one, String second, By other) {
		return new Scene(name + ", " + one + ", " + other).file("files/" + first, "text of " + first)
			.file("files/" + second, "text of " + second)
			.held(one, "files/" + first, "text of " + first, changed(first))
			.held(other, "files/" + second, "text of " + second, changed(second));
	}

	private static Scene replaces(Scene scene, String file) {
		return scene.replacing("text of " + file).replacing(changed(file));
	}

	private static Scene closing(Scene scene, String path) {
		return closing(scene, path, (world) -> {
		});
	}

	private static Scene closing(Scene scene, String path, Consumer<World> next) {
		HandleId[] handle = new HandleId[1];
		return scene.given((world) -> handle[0] = world.creator(path, "new"))
			.given(next)
			.when((world) -> world.close(handle[0]));
	}

	private static String text(String file, By by) {
		return (by == By.WRITER) ? changed(file) : "text of " + file;
	}

	private static String changed(String file) {
		return "changed text of " + file;
	}

}
