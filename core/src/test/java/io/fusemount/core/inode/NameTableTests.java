package io.fusemount.core.inode;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.limit.Quota;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NameTableTests {

	private static final TimeToLive MINUTE = new TimeToLive(Duration.ofMinutes(1));

	private static final Directory DIRECTORY = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	private static final Place NAME = new Place(DIRECTORY, new Name("a.txt"));

	private static final Place OTHER_NAME = new Place(DIRECTORY, new Name("b.txt"));

	private final Node node = VirtualDirectory.root(Map.of("a", DIRECTORY), Instant.EPOCH);

	private final UserLimit limit = new UserLimit("files", "files", Quota.of(2), Errno.ENOSPC, Errno.EDQUOT);

	private final NameTable names = new NameTable(10, this.limit);

	@Test
	void anOutdatedLoadIsNotKept() {
		long ticket = this.names.ticket();
		this.names.invalidate(new NodeKey("Invoice", "7"));
		this.names.load(ticket, NAME, this.node, lease());
		assertThat(this.names.at(NAME)).isNull();
	}

	@Test
	void aLoadOfAnotherNameThanTheOneThatHasChangedIsKept() {
		long ticket = this.names.ticket();
		this.names.stored(OTHER_NAME, this.node, MINUTE);
		this.names.load(ticket, NAME, null, lease());
		assertThat(this.names.at(NAME)).isNotNull();
		this.names.load(ticket, OTHER_NAME, null, lease());
		assertThat(this.names.known(OTHER_NAME)).extracting(Binding.Known::node).isSameAs(this.node);
	}

	@Test
	void anOutdatedLoadDoesNotBringAFileBackUnderItsOldName() {
		this.names.stored(NAME, this.node, MINUTE);
		long ticket = this.names.ticket();
		this.names.stored(OTHER_NAME, this.node, MINUTE);
		this.names.load(ticket, NAME, this.node, lease());
		assertThat(this.names.known(NAME)).isNull();
		assertThat(this.names.known(OTHER_NAME)).isNotNull();
	}

	@Test
	void anOutdatedLoadOfAFileThatHasAnotherVersionIsNotKept() {
		long ticket = this.names.ticket();
		this.names.update(new Version(2), MINUTE);
		this.names.load(ticket, NAME, new Version(1), lease());
		assertThat(this.names.known(NAME)).isNull();
	}

	@Test
	void anOutdatedLoadIsNotKeptHoweverManyNamesHaveChangedSince() {
		long ticket = this.names.ticket();
		for (int i = 0; i < 3000; i++) {
			this.names.stored(place("n" + i), null, MINUTE);
		}
		this.names.load(ticket, place("n0"), this.node, lease());
		assertThat(this.names.known(place("n0"))).isNull();
	}

	@Test
	void aListingDoesNotTakeThePlaceOfWhatIsKnownOfTheSameContent() {
		Versioned opened = new Versioned(new Version(1), "1");
		this.names.stored(NAME, opened, MINUTE);
		assertThat(listed(new Versioned(new Version(1), "1"))).isSameAs(opened);
		Versioned changed = new Versioned(new Version(1), "2");
		assertThat(listed(changed)).isSameAs(changed);
		Versioned later = new Versioned(new Version(2), "2");
		assertThat(listed(later)).isSameAs(later);
		assertThat(this.names.known(NAME)).extracting(Binding.Known::node).isSameAs(later);
		Version unknown = new Version(2);
		assertThat(listed(unknown)).isSameAs(unknown);
		Version same = new Version(2);
		assertThat(listed(same)).isSameAs(same);
	}

	@Test
	void aFileThatWasSeenUnderItsNameIsKnownAnew() {
		Version found = new Version(1);
		this.names.stored(NAME, found, new TimeToLive(Duration.ZERO));
		Version better = new Version(1);
		this.names.confirm(this.names.ticket(), found, better, lease());
		assertThat(this.names.known(NAME)).extracting(Binding.Known::node).isSameAs(better);
		assertThat(this.names.filesIn(DIRECTORY)).containsExactly(new FoundFile(NAME.name(), better));
	}

	@Test
	void aFileThatHasMovedMeanwhileIsNotKnownUnderItsOldName() {
		Version found = new Version(1);
		this.names.stored(NAME, found, MINUTE);
		long ticket = this.names.ticket();
		this.names.stored(OTHER_NAME, new Version(1), MINUTE);
		this.names.confirm(ticket, found, new Version(1), lease());
		assertThat(this.names.known(NAME)).isNull();
	}

	@Test
	void aSnapshotThatIsOutdatedConfirmsNothing() {
		Version found = new Version(1);
		this.names.stored(NAME, found, MINUTE);
		Version newer = new Version(2);
		this.names.load(this.names.ticket(), NAME, newer, lease());
		this.names.confirm(this.names.ticket(), found, new Version(1), lease());
		assertThat(this.names.known(NAME)).extracting(Binding.Known::node).isSameAs(newer);
	}

	private Node listed(Node node) {
		return this.names.loadListed(this.names.ticket(), NAME, node, lease());
	}

	@Test
	void aNodeIsKnownUnderOneNameOnly() {
		this.names.stored(NAME, this.node, MINUTE);
		this.names.stored(OTHER_NAME, this.node, MINUTE);
		assertThat(this.names.at(NAME)).isNull();
		assertThat(this.names.at(OTHER_NAME)).isNotNull();
	}

	@Test
	void absenceIsRememberedUntilSomethingChanges() {
		this.names.load(this.names.ticket(), NAME, null, lease());
		assertThat(this.names.at(NAME)).isInstanceOfSatisfying(Binding.Known.class,
				(known) -> assertThat(known.node()).isNull());
		this.names.invalidate(new NodeKey("Invoice", "7"));
		assertThat(this.names.at(NAME)).isNull();
	}

	@Test
	void aChangedNodeIsForgottenUnderWhateverName() {
		this.names.stored(NAME, this.node, MINUTE);
		assertThat(this.names.invalidate(this.node.key())).isEqualTo(NAME);
		assertThat(this.names.at(NAME)).isNull();
		assertThat(this.names.invalidate(this.node.key())).isNull();
	}

	@Test
	void whatIsForgottenInADirectoryIsNotForgottenInOthers() {
		Directory below = (Directory) Objects
			.requireNonNull(VirtualDirectory.root(Map.of("below/a", DIRECTORY), Instant.EPOCH).find(new Name("below")));
		Place inner = new Place(below, NAME.name());
		this.names.stored(NAME, this.node, MINUTE);
		this.names.stored(inner, new Version(1), MINUTE);
		this.names.invalidateIn(inner.directory().key());
		assertThat(this.names.at(inner)).isNull();
		assertThat(this.names.at(NAME)).isNotNull();
		this.names.invalidateIn(DIRECTORY.key());
		assertThat(this.names.at(NAME)).isNull();
		assertThat(this.names.place(this.node.key())).isNull();
	}

	@Test
	void theLeastRecentlyUsedGoFirst() {
		for (int i = 0; i < 11; i++) {
			this.names.load(0, place("n" + i), null, lease());
			this.names.at(place("n0"));
		}
		assertThat(this.names.at(place("n0"))).isNotNull();
		assertThat(this.names.at(place("n1"))).isNull();
		assertThat(this.names.at(place("n2"))).isNotNull();
	}

	@Test
	void whatIsDoubtedIsLookedUpAgainAndNotForgotten() {
		this.names.stored(NAME, this.node, MINUTE);
		this.names.load(this.names.ticket(), OTHER_NAME, null, lease());
		long ticket = this.names.ticket();
		this.names.doubtAll();
		assertThat(this.names.at(NAME)).isNull();
		assertThat(this.names.at(OTHER_NAME)).isNull();
		assertThat(this.names.last(NAME)).isSameAs(this.node);
		this.names.load(ticket, NAME, this.node, lease());
		assertThat(this.names.at(NAME)).isNull();
		this.names.update(this.node, MINUTE);
		assertThat(this.names.at(NAME)).as("who has it open does not look for its name").isNull();
		this.names.load(this.names.ticket(), NAME, this.node, lease());
		assertThat(this.names.at(NAME)).isNotNull();
	}

	@Test
	void nothingCountsLongerThanItsLease() {
		this.names.stored(NAME, this.node, new TimeToLive(Duration.ZERO));
		assertThat(this.names.at(NAME)).isNull();
	}

	@Test
	void aPlaceIsKnownWhenNothingIsCached() {
		NameTable none = new NameTable(0, this.limit);
		none.load(none.ticket(), NAME, this.node, lease());
		assertThat(none.at(NAME)).isNull();
		assertThat(none.place(this.node.key())).isEqualTo(NAME);
		assertThat(none.place(new NodeKey("Invoice", "7"))).isNull();
	}

	@Test
	void whatIsShownUnderANameHidesWhatTheDatabaseHasThere() {
		Version stored = new Version(1);
		this.names.stored(NAME, stored, MINUTE);
		PendingRename pending = this.names.moveAway(NAME, OTHER_NAME.name(), stored);
		assertThat(this.names.at(NAME)).isEqualTo(new Binding.Waiting(pending));
		assertThat(this.names.at(OTHER_NAME)).isEqualTo(new Binding.Moved(pending));
		assertThat(this.names.hiding(NAME, stored)).isSameAs(pending);
		assertThat(this.names.hiding(NAME, this.node)).isNull();
		assertThat(this.names.known(NAME)).extracting(Binding.Known::node).isSameAs(stored);
		this.names.end(pending);
		assertThat(this.names.at(NAME)).isEqualTo(this.names.known(NAME));
		assertThat(this.names.at(OTHER_NAME)).isNull();
		assertThat(this.names.pendingRenames()).isEmpty();
	}

	@Test
	void aNameCanBeShownForOneFileAndWaitForAnother() {
		PendingRename first = this.names.moveAway(NAME, OTHER_NAME.name(), new Version(1));
		PendingRename second = this.names.moveAway(place("c.txt"), NAME.name(), new Version(2));
		assertThat(this.names.at(NAME)).isEqualTo(new Binding.Moved(second));
		assertThat(this.names.waiting(NAME)).isSameAs(first);
		assertThat(this.names.pendingRenames()).containsExactlyInAnyOrder(first, second);
		this.names.end(second);
		assertThat(this.names.at(NAME)).isEqualTo(new Binding.Waiting(first));
	}

	@Test
	void aDeletionIsShownUnderNoName() {
		PendingRename moved = this.names.moveAway(NAME, OTHER_NAME.name(), new Version(1));
		this.names.deleteLater(moved);
		assertThat(this.names.at(OTHER_NAME)).isNull();
		assertThat(this.names.waiting(NAME)).isSameAs(moved);
		assertThat(moved.isDeletion()).isTrue();
		this.names.end(moved);
		this.names.changeAlias(moved, new Name("late"));
		assertThat(this.names.at(place("late"))).isNull();
	}

	private static Place place(String name) {
		return new Place(DIRECTORY, new Name(name));
	}

	private static Lease lease() {
		return new Lease(MINUTE.brief());
	}

}
