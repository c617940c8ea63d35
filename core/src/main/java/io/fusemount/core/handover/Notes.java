package io.fusemount.core.handover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32;

import io.fusemount.core.local.BootId;
import io.fusemount.core.local.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * What a process leaves in its spool for the one that takes its mount over. Without the
 * connection to the kernel that goes with them, notes tell only what to close. They count
 * until the machine is restarted.
 *
 * @param process the process that has left
 * @param left when it has left
 * @param spoolFiles the files of the spool that the next process goes on with
 * @param files the notes of the filesystem: what programs have open
 * @param transport the notes of the transport: what the kernel knows; nothing if the
 * process has crashed
 */
public record Notes(long process, Instant left, Set<String> spoolFiles, byte[] files, byte[] transport) {

	private static final String NAME = "handover";

	/** Changes with the form of the notes. */
	private static final String FORM = "fusemount-handover-4";

	/**
	 * Writes the notes to a spool.
	 * @throws IOException if there is no room
	 */
	public void write(Path spool) throws IOException {
		NoteWriter writer = new NoteWriter().text(FORM).text(boot()).number(this.process).time(this.left);
		writer.number(this.spoolFiles.size());
		this.spoolFiles.forEach(writer::text);
		byte[] text = writer.bytes(this.files).bytes(this.transport).toByteArray();
		ByteBuffer all = ByteBuffer.allocate(text.length + Long.BYTES).put(text).putLong(sum(text)).flip();
		Path file = spool.resolve(NAME + ".new");
		try (FileChannel channel = PrivateFiles.open(file, StandardOpenOption.CREATE,
				StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
			while (all.hasRemaining()) {
				channel.write(all);
			}
		}
		catch (IOException ex) {
			// What is there of it only takes room.
			Files.deleteIfExists(file);
			throw ex;
		}
		Files.move(file, spool.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
	}

	/**
	 * Reads the notes of a spool.
	 * @return the notes, {@code null} if there are none, none in this form, or not all
	 * files that they tell of
	 */
	public static @Nullable Notes read(Path spool) throws IOException {
		try {
			byte[] all = Files.readAllBytes(spool.resolve(NAME));
			byte[] text = Arrays.copyOf(all, Math.max(0, all.length - Long.BYTES));
			boolean whole = all.length > Long.BYTES && ByteBuffer.wrap(all).getLong(text.length) == sum(text);
			NoteReader reader = new NoteReader(text);
			Notes notes = (whole && FORM.equals(reader.text()) && boot().equals(reader.text())) ? read(reader) : null;
			return (notes != null && notes.hasFiles(spool)) ? notes : null;
		}
		catch (NoSuchFileException | UncheckedIOException ex) {
			return null;
		}
	}

	/**
	 * Whether the process has crashed, and a {@link Notebook} has the notes of the
	 * transport.
	 */
	public boolean isCrash() {
		return this.transport.length == 0;
	}

	private boolean hasFiles(Path spool) {
		return this.spoolFiles.stream().allMatch((file) -> Files.exists(spool.resolve(file)));
	}

	private static Notes read(NoteReader reader) {
		long process = reader.number();
		Instant left = Objects.requireNonNull(reader.time());
		Set<String> spoolFiles = new HashSet<>();
		for (long count = reader.number(); count > 0; count--) {
			spoolFiles.add(reader.requireText());
		}
		return new Notes(process, left, spoolFiles, reader.bytes(), reader.bytes());
	}

	/**
	 * Deletes the notes of a spool, which count no longer.
	 */
	public static void delete(Path spool) throws IOException {
		Files.deleteIfExists(spool.resolve(NAME));
	}

	/**
	 * Returns the form of the notes, which this version of the product reads and writes.
	 */
	public static String form() {
		return FORM;
	}

	/** What was not forced to the disk is not there after the machine has failed. */
	private static String boot() {
		try {
			return BootId.read();
		}
		catch (IOException ex) {
			return "unknown";
		}
	}

	private static long sum(byte[] text) {
		CRC32 sum = new CRC32();
		sum.update(text);
		return sum.getValue();
	}

}
