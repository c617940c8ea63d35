package io.fusemount.core.inode;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecentInodesTests {

	private static final Caller PROGRAM = new Caller(1000, 1000, 5);

	private static final Caller OTHER = new Caller(1000, 1000, 6);

	private static final NodeKey HERE = new NodeKey("directory", "here");

	private static final NodeKey THERE = new NodeKey("directory", "there");

	private final RecentInodes recent = new RecentInodes();

	@Test
	void filesOfAProgramAreKnownHoweverManyAreCreatedByOthersOrElsewhere() {
		Inode first = create(PROGRAM, HERE, 1);
		Inode second = create(PROGRAM, HERE, 2);
		for (int i = 0; i < 4000; i++) {
			create(OTHER, HERE, 10 + i);
			create(PROGRAM, THERE, 10_000 + i);
		}
		assertThat(this.recent.createdBy(PROGRAM, HERE)).containsExactly(second, first);
		assertThat(this.recent.createdBy(OTHER, THERE)).isEmpty();
	}

	@Test
	void aFileThatIsCreatedAgainIsThatOfTheSecondProgram() {
		Inode file = create(PROGRAM, HERE, 1);
		Caller.as(OTHER, () -> this.recent.created(file, THERE));
		assertThat(this.recent.createdBy(PROGRAM, HERE)).isEmpty();
		assertThat(this.recent.createdBy(OTHER, THERE)).containsExactly(file);
	}

	@Test
	void aFileIsNoNewOneAnyMoreIfManyWereCreatedSince() {
		Inode given = create(PROGRAM, HERE, 1);
		for (int i = 0; i < 10_000; i++) {
			create(OTHER, HERE, 10 + i);
		}
		assertThat(this.recent.createdBy(PROGRAM, HERE)).isEmpty();
		assertThat(given.isIdle()).isTrue();
	}

	@Test
	void programsThatAreNotKnownAreNotOneProgram() {
		Caller unknown = new Caller(0, 0, 0);
		Inode file = create(unknown, HERE, 1);
		assertThat(this.recent.createdBy(unknown, HERE)).isEmpty();
		assertThat(file.isCreatedWithin(Long.MAX_VALUE)).isTrue();
	}

	private Inode create(Caller program, NodeKey directory, long id) {
		Inode inode = new Inode(new NodeKey("row", Long.toString(id)));
		Caller.as(program, () -> this.recent.created(inode, directory));
		return inode;
	}

}
