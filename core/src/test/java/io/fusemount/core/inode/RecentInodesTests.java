package io.fusemount.core.inode;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecentInodesTests {

	private static final Caller PROGRAM = new Caller(1000, 1000, 5);

	private static final Caller OTHER = new Caller(1000, 1000, 6);

	private final RecentInodes recent = new RecentInodes();

	@Test
	void theLastFilesOfAProgramAreKnownHoweverManyOthersCreate() {
		Inode first = create(PROGRAM, 1);
		Inode second = create(PROGRAM, 2);
		for (int i = 0; i < 9000; i++) {
			create(OTHER, 10 + i);
		}
		assertThat(this.recent.createdBy(PROGRAM)).containsExactly(second, first);
		assertThat(this.recent.createdBy(OTHER)).hasSize(64);
	}

	@Test
	void aFileThatIsCreatedAgainIsThatOfTheSecondProgram() {
		Inode file = create(PROGRAM, 1);
		Caller.as(OTHER, () -> this.recent.created(file));
		assertThat(this.recent.createdBy(PROGRAM)).isEmpty();
		assertThat(this.recent.createdBy(OTHER)).containsExactly(file);
	}

	@Test
	void aFileIsNoNewOneAnyMoreIfManyWereCreatedSinceOrItIsForgotten() {
		Inode given = create(PROGRAM, 1);
		Inode forgotten = create(PROGRAM, 2);
		this.recent.remove(forgotten);
		for (int i = 0; i < 10_000; i++) {
			create(OTHER, 10 + i);
		}
		assertThat(this.recent.createdBy(PROGRAM)).isEmpty();
		assertThat(given.isIdle()).isTrue();
	}

	@Test
	void whoIsNotKnownHasCreatedNothing() {
		Inode file = new Inode(new NodeKey("row", "1"));
		this.recent.created(file);
		assertThat(this.recent.createdBy(new Caller(0, 0, 0))).isEmpty();
		assertThat(file.isCreatedWithin(Long.MAX_VALUE)).isTrue();
	}

	private Inode create(Caller program, long id) {
		Inode inode = new Inode(new NodeKey("row", Long.toString(id)));
		Caller.as(program, () -> this.recent.created(inode));
		return inode;
	}

}
