package io.fusemount.core.inode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.name.Name;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which names are looked up along with another one.
 */
class NamesTogetherTests {

	private static final int FILES = 1000;

	private final LinkedHashMap<Name, Found> found = new LinkedHashMap<>();

	private final NamesTogether names = new NamesTogether(this.found);

	@Test
	void programThatGoesThroughAllOfThemLooksUpMoreAndMoreAtOnce() {
		addAll(Duration.ZERO);
		List<Integer> asked = new ArrayList<>();
		boolean[] known = new boolean[FILES];
		for (int i = 0; i < FILES; i++) {
			if (known[i]) {
				this.names.wanted(name(i));
				continue;
			}
			List<Name> beside = this.names.choose(name(i));
			beside.forEach((name) -> renew(known, name));
			renew(known, name(i));
			asked.add(beside.size() + 1);
		}
		assertThat(asked).startsWith(2, 4, 8, 16, 32, 64, 128, 256, 256).hasSize(10);
	}

	@Test
	void programThatWantsOneOfThemAgainAndAgainLooksUpHardlyMore() {
		addAll(Duration.ZERO);
		for (int i = 0; i < 100; i++) {
			assertThat(this.names.choose(name(7))).hasSizeLessThanOrEqualTo(1);
		}
	}

	@Test
	void concurrentLookupIsGivenOthers() {
		addAll(Duration.ZERO);
		List<Name> first = this.names.choose(name(0));
		first.forEach(this.names::wanted);
		assertThat(this.names.choose(name(500))).isNotEmpty().doesNotContainAnyElementsOf(first);
	}

	@Test
	@Timeout(60)
	void namesWhoseLeaseIsAboutToEndAreLookedUpAlong() throws InterruptedException {
		Found ending = add(8, Duration.ofSeconds(2));
		assertThat(this.names.choose(name(8))).isEmpty();
		add(7, Duration.ZERO);
		assertThat(this.names.choose(name(7))).isEmpty();
		while (!ending.lease.isEnding()) {
			Thread.sleep(10);
		}
		assertThat(this.names.choose(name(7))).containsExactly(name(8));
	}

	@Test
	void namesThatAreDoubtedAreLookedUpAlong() {
		Found beside = add(7, Duration.ofHours(1));
		Found wanted = add(8, Duration.ofHours(1));
		wanted.doubted = true;
		assertThat(this.names.choose(name(8))).isEmpty();
		beside.doubted = true;
		assertThat(this.names.choose(name(8))).containsExactly(name(7));
	}

	@Test
	void namesThatAreKnownAreNotLookedUpAlong() {
		addAll(Duration.ofHours(1));
		add(7, Duration.ZERO);
		assertThat(this.names.choose(name(7))).isEmpty();
	}

	@Test
	void nothingIsLookedUpAlongWithANameThatIsUnknownOrKnown() {
		addAll(Duration.ZERO);
		assertThat(this.names.choose(name(FILES))).isEmpty();
		add(7, Duration.ofHours(1));
		assertThat(this.names.choose(name(7))).isEmpty();
	}

	@Test
	void onlyFilesAreLookedUpAlong() {
		EmptyFolder folder = new EmptyFolder("1");
		Found directory = new Found(new DirectoryInode(folder.key(), folder), lease(Duration.ZERO), 0);
		this.found.put(new Name("folder"), directory);
		add(7, Duration.ZERO);
		assertThat(this.names.choose(name(7))).isEmpty();
		assertThat(this.names.choose(new Name("folder"))).isEmpty();
	}

	private void addAll(Duration timeToLive) {
		for (int i = 0; i < FILES; i++) {
			add(i, timeToLive);
		}
	}

	private Found add(int file, Duration timeToLive) {
		String id = Integer.toString(file);
		Found added = new Found(FileInode.stored(Version.of(id, 1)), lease(timeToLive), 0);
		this.found.remove(name(file));
		this.found.put(name(file), added);
		return Objects.requireNonNull(this.found.get(name(file)));
	}

	private void renew(boolean[] known, Name name) {
		int file = Integer.parseInt(name.value());
		known[file] = true;
		add(file, Duration.ofHours(1));
	}

	private static Lease lease(Duration timeToLive) {
		return new Lease(new TimeToLive(timeToLive).brief());
	}

	private static Name name(int file) {
		return new Name(Integer.toString(file));
	}

}
