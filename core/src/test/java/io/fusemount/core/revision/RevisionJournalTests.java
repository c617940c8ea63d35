package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.time.Clock;

import io.fusemount.core.handover.Notebook;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RevisionJournalTests extends RevisionFixture {

	/** Another handle of the file counts only together with what it holds. */
	@Test
	void itHasBegunWhenTheNotesAreThere() throws InterruptedException {
		Notebook notebook = Notebook.begin(ByteBuffer.allocateDirect(1 << 20));
		RevisionJournal journal = new RevisionJournal(notebook, 1);
		Revision revision = Revision.local(this.spool, this.cache, Clock.systemUTC(), SpooledContent.empty(this.spool),
				null, null, null);
		Thread recording = new Thread(() -> revision.record(journal));
		synchronized (notebook) {
			recording.start();
			await().until(() -> recording.getState() == Thread.State.BLOCKED);
			assertThat(journal.isBegun()).isFalse();
		}
		recording.join();
		assertThat(journal.isBegun()).isTrue();
		revision.discard(false);
	}

}
