package io.fusemount.core.inode;

import java.time.Instant;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.spool.SpoolLabel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WhereaboutsTests {

	private static final NodeKey KEY = new NodeKey("Invoice", "7");

	private static final NodeKey FRESH = new NodeKey("new", "1");

	private final VirtualDirectory directory = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	private final Place place = new Place(this.directory, new Name("a.pdf"));

	private final Place other = new Place(this.directory, new Name("a.pdf~"));

	@Test
	void aStoredFileIsKnownByItsKeyUntilItsPlaceIs() {
		Whereabouts opened = Whereabouts.of(KEY);
		assertThat(opened.name()).isEqualTo("Invoice-7");
		assertThat(opened.moved(this.place, false).name()).isEqualTo("a.pdf");
	}

	@Test
	void theLabelSaysWhetherTheContentIsKeptForItsWriterOrGoesOn() {
		Whereabouts moved = Whereabouts.of(KEY).moved(this.place, false);
		assertThat(moved.label())
			.isEqualTo(new SpoolLabel(SpoolLabel.Kind.CONTENT, this.directory.key(), new Name("a.pdf"), KEY, 0));
		assertThat(moved.moved(this.other, true).label())
			.isEqualTo(new SpoolLabel(SpoolLabel.Kind.SCRATCH, this.directory.key(), new Name("a.pdf~"), KEY, 0));
	}

	@Test
	void whatWasDetachedStaysSoWhereverItMoves() {
		Whereabouts detached = Whereabouts.of(KEY).moved(this.place, true).detach();
		assertThat(detached).isEqualTo(new Whereabouts(KEY, this.place, true, true));
		assertThat(detached.moved(this.other, false)).isEqualTo(new Whereabouts(KEY, this.other, false, true));
	}

	@Test
	void whoseRowAnotherFileHasTakenIsAScratchFileOfItsOwn() {
		assertThat(Whereabouts.of(KEY).moved(this.place, false).parted(FRESH, this.other))
			.isEqualTo(new Whereabouts(FRESH, this.other, true, false));
	}

}
