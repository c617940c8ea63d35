package io.fusemount.core.inode;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which inode a key stands for.
 */
@Timeout(60)
class KnownFilesTests {

	private final KnownFiles files = new KnownFiles();

	@Test
	void inodeThatSomethingRefersToIsTheOneOfItsKey() {
		FileInode file = FileInode.stored(Version.of("1", 1));
		assertThat(this.files.put(file)).isNull();
		collectGarbage();
		assertThat(this.files.get(file.key())).isSameAs(file);
		assertThat(this.files.putIfAbsent(FileInode.stored(Version.of("1", 2)))).isSameAs(file);
		assertThat(this.files.get(file.key())).isSameAs(file);
		Reference.reachabilityFence(file);
	}

	@Test
	void inodeThatNothingRefersToIsForgotten() {
		this.files.put(FileInode.stored(Version.of("1", 1)));
		collectGarbage();
		assertThat(this.files.get(Version.of("1", 1).key())).isNull();
		assertThat(this.files.putIfAbsent(FileInode.stored(Version.of("1", 2)))).isNull();
	}

	@Test
	void inodeThatIsForgottenDoesNotTakeTheOneAlongThatHasItsKeyNow() throws InterruptedException {
		for (int round = 0; round < 20; round++) {
			FileInode later = FileInode.stored(Version.of("1", 2));
			this.files.put(FileInode.stored(Version.of("1", 1)));
			collectGarbage();
			// The queue hears of the other one a moment after it has gone.
			this.files.put(later);
			Thread.sleep(1);
			this.files.put(FileInode.stored(Version.of("2", 1)));
			assertThat(this.files.get(later.key())).isSameAs(later);
			Reference.reachabilityFence(later);
		}
	}

	@Test
	void inodeThatHasTheKeyNoMoreDoesNotRemoveTheOneThatHas() {
		FileInode before = FileInode.stored(Version.of("1", 1));
		FileInode now = FileInode.stored(Version.of("1", 2));
		this.files.put(before);
		assertThat(this.files.put(now)).isSameAs(before);
		this.files.remove(before);
		assertThat(this.files.get(now.key())).isSameAs(now);
		this.files.remove(now);
		assertThat(this.files.get(now.key())).isNull();
	}

	/** Returns after objects that nothing refers to have been collected. */
	private static void collectGarbage() {
		WeakReference<Object> unused = new WeakReference<>(new Object());
		while (unused.get() != null) {
			System.gc();
		}
	}

}
