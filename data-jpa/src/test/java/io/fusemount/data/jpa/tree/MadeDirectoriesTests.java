package io.fusemount.data.jpa.tree;

import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The directories that only this process remembers.
 */
class MadeDirectoriesTests {

	private static final Caller ANNA = new Caller(1001, 1001, 7);

	private static final Caller BEN = new Caller(1002, 1002, 8);

	private static final MadeDirectories.Place PLACE = new MadeDirectories.Place(new NodeKey("/", "kinds"), "all");

	private final MadeDirectories made = new MadeDirectories();

	private void make(Caller caller, String name) {
		Caller.as(caller, () -> {
			this.made.make(PLACE, new Name(name), new Step.Value(name));
			return name;
		});
	}

	@Test
	void oneUserLeavesRoomForOthers() {
		for (int i = 0; i < 10_000; i++) {
			make(ANNA, "a" + i);
		}
		ErrnoException full = Objects
			.requireNonNull(catchThrowableOfType(ErrnoException.class, () -> make(ANNA, "more")));
		assertThat(full.errno()).isEqualTo(Errno.ENOSPC);
		assertThat(full).hasMessage("This user has 10000 directories without files already");
		make(BEN, "b");
		assertThat(this.made.find(PLACE, new Name("b"))).isNotNull();
		assertThat(Caller.as(ANNA, () -> this.made.keep(PLACE, new Name("more"), new Step.Value("more")))).isFalse();
		assertThat(this.made.in(PLACE)).hasSize(10_001);
	}

	@Test
	void whoeverForgetsItGivesTheRoomBackToTheUserWhoMadeIt() {
		for (int i = 0; i < 10_000; i++) {
			make(ANNA, "a" + i);
		}
		make(BEN, "a0");
		Caller.as(BEN, () -> {
			this.made.forget(PLACE, new Name("a0"));
			this.made.forget(PLACE, new Name("none"));
			return PLACE;
		});
		make(ANNA, "more");
		assertThat(catchThrowableOfType(ErrnoException.class, () -> make(ANNA, "and more"))).isNotNull();
	}

}
