package io.fusemount.conformance.vfs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a listing returns each existing entry exactly once, whatever is created and
 * deleted meanwhile.
 */
abstract class VfsListingKit extends VfsKit {

	private static final int MANY = 250;

	/** One entry of a listing. */
	private record Listed(String name, FileStatus status, long next) {
	}

	@Test
	void emptyDirectoryListsItselfAndItsParent() {
		assertThat(namesOf(open())).containsExactly(".", "..");
	}

	@Test
	void rootListsTheDirectories() {
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve("/"));
		assertThat(namesOf(handle)).contains("files", "archive").startsWith(".", "..");
	}

	@Test
	void manyFilesAreListedOnce() {
		List<String> names = putMany();
		assertThat(list()).containsExactlyInAnyOrderElementsOf(names);
	}

	@Test
	void entriesTellInodeAndKind() {
		application().put("a.txt", bytes("text"));
		for (Listed entry : readAll(open(), 0, Integer.MAX_VALUE)) {
			assertThat(entry.next()).isNotZero();
			if (entry.name().equals("a.txt")) {
				assertThat(entry.status().inode()).isEqualTo(status("a.txt").inode());
				assertThat(entry.status().kind()).isEqualTo(FileStatus.Kind.REGULAR_FILE);
			}
			else {
				assertThat(entry.status().kind()).isEqualTo(FileStatus.Kind.DIRECTORY);
			}
		}
	}

	@Test
	void listingGoesOnWhereThereWasNoRoom() {
		List<String> names = putMany();
		for (int room : new int[] { 1, 2, 7, 100 }) {
			HandleId handle = open();
			List<String> seen = new ArrayList<>();
			long offset = 0;
			List<Listed> part = readAll(handle, offset, room);
			while (!part.isEmpty()) {
				part.forEach((entry) -> seen.add(entry.name()));
				offset = part.get(part.size() - 1).next();
				part = readAll(handle, offset, room);
			}
			assertThat(seen.subList(0, 2)).containsExactly(".", "..");
			assertThat(seen.subList(2, seen.size())).as("with room for %d", room)
				.containsExactlyInAnyOrderElementsOf(names);
			fileSystem().releaseDirectory(handle);
		}
	}

	@Test
	void listingCanGoBackToAnOffset() {
		putMany();
		HandleId handle = open();
		List<Listed> all = readAll(handle, 0, Integer.MAX_VALUE);
		for (int i : new int[] { 200, 1, 100, all.size() - 1 }) {
			List<String> rest = readAll(handle, all.get(i).next(), Integer.MAX_VALUE).stream()
				.map(Listed::name)
				.toList();
			assertThat(rest).isEqualTo(all.stream().skip(i + 1L).map(Listed::name).toList());
		}
		fileSystem().releaseDirectory(handle);
	}

	@Test
	@Semantics("`rewinddir` shows the directory as it is at that time.")
	void rewoundListingSeesWhatIsNew() {
		writeFile("a.txt", "a");
		HandleId handle = open();
		assertThat(readAll(handle, 0, Integer.MAX_VALUE)).hasSize(3);
		writeFile("b.txt", "b");
		delete("a.txt");
		assertThat(readAll(handle, 0, Integer.MAX_VALUE)).extracting(Listed::name).containsExactly(".", "..", "b.txt");
		fileSystem().releaseDirectory(handle);
	}

	@Test
	@Semantics("A program that goes back in a directory by some entries (`seekdir`) finds those that are still there, "
			+ "whatever was deleted in the meantime.")
	void listingThatGoesBackFindsWhatStaysAtItsPlaceAfterDeletions() {
		List<String> names = putFew();
		HandleId handle = open();
		List<Listed> all = readAll(handle, 0, Integer.MAX_VALUE);
		assertThat(all).hasSize(names.size() + 2);
		for (int i = 2; i < all.size() - 2; i++) {
			delete(all.get(i).name());
			assertThat(readAll(handle, all.get(i).next(), Integer.MAX_VALUE)).extracting(Listed::name)
				.isEqualTo(all.stream().skip(i + 1L).map(Listed::name).toList());
		}
		assertThat(readAll(handle, all.get(1).next(), Integer.MAX_VALUE)).extracting(Listed::name)
			.isEqualTo(all.stream().skip(all.size() - 2L).map(Listed::name).toList());
		fileSystem().releaseDirectory(handle);
	}

	@Test
	void listingThatGoesFarBackAfterDeletionsShowsNothingTwice() {
		putMany();
		HandleId handle = open();
		List<Listed> all = readAll(handle, 0, Integer.MAX_VALUE);
		all.subList(2, 200).forEach((entry) -> delete(entry.name()));
		for (int i : new int[] { 210, 190, 1, 100 }) {
			assertThat(readAll(handle, all.get(i).next(), Integer.MAX_VALUE)).extracting(Listed::name)
				.doesNotHaveDuplicates()
				.isSubsetOf(all.stream().skip(200).map(Listed::name).toList());
		}
		fileSystem().releaseDirectory(handle);
	}

	@Test
	@Semantics("An entry that exists during the whole listing is listed exactly once, whatever other entries are "
			+ "added or removed.")
	void whatStaysIsListedOnceWhileOthersAreDeleted() {
		List<String> names = putMany();
		HandleId handle = open();
		List<Listed> first = readAll(handle, 0, 50);
		// rm -r deletes the entries that it has read, then continues to read.
		first.stream().map(Listed::name).filter((name) -> !name.startsWith(".")).forEach(this::delete);
		List<String> rest = readAll(handle, first.get(first.size() - 1).next(), Integer.MAX_VALUE).stream()
			.map(Listed::name)
			.toList();
		List<String> expected = new ArrayList<>(names);
		expected.removeAll(first.stream().map(Listed::name).toList());
		assertThat(rest).containsExactlyInAnyOrderElementsOf(expected);
		fileSystem().releaseDirectory(handle);
	}

	@Test
	@Semantics("What is deleted through the mount, or by the application's sessions, is not listed from then on, even to a"
			+ " program that has begun to read the directory.")
	void deletedFilesAreNotListedToAProgramThatGoesOnReading() {
		List<String> names = putMany();
		long plain = lookupsOfRest(open());
		HandleId handle = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 52));
		IntStream.range(60, 70).mapToObj(names::get).forEach(this::delete);
		IntStream.range(70, 80).mapToObj(names::get).forEach(this::removeBehind);
		HandleId deleted = open(names.get(80), OpenOptions.READ_WRITE);
		write(deleted, 0, "changed");
		delete(names.get(80));
		List<String> expected = new ArrayList<>(names);
		expected.removeAll(names.subList(60, 81));
		long before = application().lookups();
		seen.addAll(readAll(handle, seen.get(seen.size() - 1).next(), Integer.MAX_VALUE));
		assertThat(application().lookups() - before).isLessThanOrEqualTo(plain);
		assertThat(namesIn(seen)).containsExactlyInAnyOrderElementsOf(expected);
		fileSystem().releaseDirectory(handle);
		close(deleted);
	}

	@Test
	void whatIsRenamedIsListedOnceByItsNewName() {
		List<String> names = putMany();
		HandleId handle = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 52));
		rename(names.get(60), "renamed");
		HandleId open = open(names.get(61), OpenOptions.READ_WRITE);
		rename(names.get(61), "renamed-open");
		rename(names.get(62), names.get(63));
		// Programs see the file under this name until the rename is stored.
		rename(names.get(64), names.get(64) + "~");
		seen.addAll(readAll(handle, seen.get(seen.size() - 1).next(), Integer.MAX_VALUE));
		List<String> expected = new ArrayList<>(names);
		expected.removeAll(List.of(names.get(60), names.get(61), names.get(62), names.get(64)));
		expected.addAll(List.of("renamed", "renamed-open", names.get(64) + "~"));
		assertThat(namesIn(seen)).containsExactlyInAnyOrderElementsOf(expected);
		fileSystem().releaseDirectory(handle);
		close(open);
	}

	@Test
	void newFileThatIsDeletedIsNotListedByWhoGoesOnReading() {
		List<HandleId> fresh = List.of(create("a.txt"), create("b.txt"), create("c.txt"), create("a~"), create("b~"));
		HandleId handle = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 3));
		List<String> rest = new ArrayList<>(List.of("a.txt", "b.txt", "c.txt", "a~", "b~"));
		rest.remove(seen.get(2).name());
		delete(rest.get(0));
		fileSystem().flush(fresh.get(2));
		delete(rest.get(2));
		seen.addAll(readAll(handle, seen.get(2).next(), Integer.MAX_VALUE));
		assertThat(namesIn(seen)).containsExactlyInAnyOrder(seen.get(2).name(), rest.get(1), rest.get(3));
		fileSystem().releaseDirectory(handle);
		fresh.forEach(this::close);
	}

	@Test
	void listingGoesOnAfterItsHandleWasReleasedElsewhere() {
		putMany();
		HandleId handle = open();
		HandleId other = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 52));
		readAll(other, 0, 52);
		fileSystem().releaseDirectory(other);
		delete("file-100");
		seen.addAll(readAll(handle, seen.get(seen.size() - 1).next(), Integer.MAX_VALUE));
		assertThat(namesIn(seen)).hasSize(MANY - 1).doesNotContain("file-100");
		fileSystem().releaseDirectory(handle);
	}

	@Test
	void whatStaysIsListedOnceWhileOthersAreCreated() {
		List<String> names = putMany();
		HandleId handle = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 50));
		IntStream.range(0, 50).forEach((i) -> writeFile("added-%03d".formatted(i), "x"));
		seen.addAll(readAll(handle, seen.get(seen.size() - 1).next(), Integer.MAX_VALUE));
		assertThat(seen).extracting(Listed::name).doesNotHaveDuplicates().containsAll(names);
		fileSystem().releaseDirectory(handle);
	}

	@Test
	@Semantics("A new file is listed before its first commit.")
	void uncommittedFileIsListedOnceBeforeAndAfterItsCommit() {
		application().put("a.txt", bytes("a"));
		HandleId handle = create("new.txt");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "new.txt");
		write(handle, 0, "text");
		fileSystem().flush(handle);
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "new.txt");
		close(handle);
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "new.txt");
	}

	@Test
	void fileThatIsCommittedDuringTheListingIsListedOnce() {
		putMany();
		HandleId fresh = create("new.txt");
		write(fresh, 0, "text");
		HandleId handle = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 50));
		fileSystem().flush(fresh);
		seen.addAll(readAll(handle, seen.get(seen.size() - 1).next(), Integer.MAX_VALUE));
		assertThat(seen).extracting(Listed::name).doesNotHaveDuplicates().hasSize(MANY + 3).contains("new.txt");
		close(fresh);
		fileSystem().releaseDirectory(handle);
	}

	@Test
	void fileThatIsCommittedAfterItsPageWasReadIsListedOnce() {
		application().put("a.txt", bytes("a"));
		HandleId fresh = create("new.txt");
		HandleId other = create("other.txt");
		HandleId handle = open();
		List<Listed> seen = new ArrayList<>(readAll(handle, 0, 2));
		close(fresh);
		seen.addAll(readAll(handle, seen.get(seen.size() - 1).next(), Integer.MAX_VALUE));
		assertThat(seen).extracting(Listed::name).containsExactlyInAnyOrder(".", "..", "a.txt", "new.txt", "other.txt");
		assertThat(seen).filteredOn((entry) -> entry.name().equals("new.txt"))
			.singleElement()
			.satisfies((entry) -> assertThat(entry.status().inode()).isEqualTo(status("new.txt").inode()));
		delete("new.txt");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "other.txt");
		close(other);
		fileSystem().releaseDirectory(handle);
	}

	@Test
	void dirtySizesAreListed() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 4, " and more");
		assertThat(readAll(open(), 0, Integer.MAX_VALUE)).filteredOn((entry) -> entry.name().equals("a.txt"))
			.singleElement()
			.satisfies((entry) -> assertThat(entry.status().size()).isEqualTo(13));
		close(handle);
	}

	@Test
	void statusAfterAListingCostsNothing() {
		List<String> names = putMany();
		list();
		long before = application().lookups();
		names.forEach((name) -> assertThat(status(name).size()).isEqualTo(name.length()));
		assertThat(application().lookups()).isEqualTo(before);
	}

	@Test
	@Semantics("Looking up a known name that did not change costs no statement; listing a directory again costs its "
			+ "pages.")
	void secondLookupCostsNothing() {
		application().put("a.txt", bytes("text"));
		status("a.txt");
		find("missing");
		long before = application().lookups();
		status("a.txt");
		find("missing");
		assertThat(application().lookups()).isEqualTo(before);
	}

	@Test
	void onlyDirectoriesAreListed() {
		application().put("a.txt", bytes("text"));
		assertErrno(() -> fileSystem().openDirectory(node("a.txt")), Errno.ENOTDIR);
	}

	/** Creates files on two pages at most, of whatever source. */
	private List<String> putFew() {
		return IntStream.range(0, 6).mapToObj((i) -> {
			String name = "few" + i;
			application().put(name, bytes("text"));
			return name;
		}).toList();
	}

	private List<String> putMany() {
		List<String> names = IntStream.range(0, MANY).mapToObj("file-%03d"::formatted).toList();
		names.forEach((name) -> application().put(name, bytes(name)));
		return names;
	}

	/** Returns the number of lookups for the entries after the first ones. */
	private long lookupsOfRest(HandleId handle) {
		List<Listed> first = readAll(handle, 0, 52);
		long before = application().lookups();
		readAll(handle, first.get(first.size() - 1).next(), Integer.MAX_VALUE);
		fileSystem().releaseDirectory(handle);
		return application().lookups() - before;
	}

	private static List<String> namesIn(List<Listed> entries) {
		return entries.stream().map(Listed::name).filter((name) -> !name.equals(".") && !name.equals("..")).toList();
	}

	private HandleId open() {
		return fileSystem().openDirectory(fileSystem().resolve(directory()));
	}

	private List<String> namesOf(HandleId handle) {
		List<String> names = readAll(handle, 0, Integer.MAX_VALUE).stream().map(Listed::name).toList();
		fileSystem().releaseDirectory(handle);
		return names;
	}

	/** Reads as a kernel does whose buffer has room for the given number of entries. */
	private List<Listed> readAll(HandleId handle, long offset, int room) {
		List<Listed> entries = new ArrayList<>();
		fileSystem().readDirectory(handle, offset, (name, status, next) -> {
			if (entries.size() == room) {
				return false;
			}
			entries.add(new Listed(name, status, next));
			return true;
		});
		return entries;
	}

}
