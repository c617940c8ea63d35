package io.fusemount.core.filesystem;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook.Contents;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.revision.RecordedRevision;
import io.fusemount.core.spool.SpooledJournal;
import org.jspecify.annotations.Nullable;

/**
 * Makes notes of what a process that has crashed has written down of what programs had
 * open, as if it had left.
 */
final class RecordedFiles {

	private final Contents contents;

	private final Map<Long, List<byte[]>> ranges = new HashMap<>();

	private final Set<String> spoolFiles = new HashSet<>();

	private RecordedFiles(Contents contents) {
		this.contents = contents;
		contents.of(Kind.RANGES)
			.forEach((number, note) -> this.ranges
				.computeIfAbsent(SpooledJournal.file(number), (file) -> new ArrayList<>())
				.add(note));
	}

	static Notes notes(Contents contents) {
		return new RecordedFiles(contents).notes();
	}

	private Notes notes() {
		NoteWriter target = new NoteWriter().number(lastHandle());
		Map<Long, byte[]> commits = this.contents.of(Kind.COMMIT);
		writeOwn(target, commits);
		target.bytes(this.contents.of(Kind.DETOURS).getOrDefault(0L, new NoteWriter().number(0).toByteArray()));
		Map<Long, byte[]> handles = this.contents.of(Kind.HANDLE);
		Set<Long> open = new HashSet<>();
		handles.values().forEach((handle) -> open.addAll(HandleNotes.files(new NoteReader(handle))));
		writeFiles(target, open, commits);
		Map<Long, byte[]> appends = this.contents.of(Kind.APPEND);
		target.number(handles.size());
		handles.forEach((id, handle) -> {
			target.number(id).bytes(handle);
			writeOptional(appends.get(id), target);
		});
		Instant began = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
		return new Notes(this.contents.process(), began, this.spoolFiles, target.toByteArray(), new byte[0]);
	}

	/** The versions that files were about to make of the rows that they had. */
	private void writeOwn(NoteWriter target, Map<Long, byte[]> commits) {
		Map<Long, byte[]> files = this.contents.of(Kind.FILE);
		List<byte[]> own = new ArrayList<>();
		commits.forEach((number, commit) -> {
			byte[] file = files.get(number);
			NodeKey row = RecordedCommit.read(new NoteReader(commit), (key) -> null).key();
			if (file != null && row.equals(OpenFileNotes.key(file))) {
				own.add(commit);
			}
		});
		target.number(own.size());
		own.forEach(target::bytes);
	}

	private long lastHandle() {
		byte[] last = this.contents.of(Kind.LAST_HANDLE).get(0L);
		return (last != null) ? new NoteReader(last).number() : 0;
	}

	/** A file without a handle was never open to a program, or is not any more. */
	private void writeFiles(NoteWriter target, Set<Long> open, Map<Long, byte[]> commits) {
		Map<Long, byte[]> files = this.contents.of(Kind.FILE);
		Map<Long, byte[]> drafts = this.contents.of(Kind.DRAFT);
		files.keySet().retainAll(open);
		files.keySet().retainAll(drafts.keySet());
		target.number(files.size());
		files.forEach((number, file) -> {
			byte[] draft = drafts.getOrDefault(number, new byte[0]);
			this.spoolFiles.addAll(RecordedRevision.spoolFiles(draft));
			target.number(number).bytes(file);
			RecordedRevision.write(draft, this.ranges.getOrDefault(number, List.of()), target);
			writeOptional(commits.get(number), target);
		});
	}

	private static void writeOptional(byte @Nullable [] note, NoteWriter target) {
		target.flag(note != null);
		if (note != null) {
			target.bytes(note);
		}
	}

}
