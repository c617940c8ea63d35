package io.fusemount.core.cache;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.fusemount.core.block.BlockStore;
import io.fusemount.core.block.ExtentRecord;
import io.fusemount.core.local.BootId;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.node.NodeKey;

/**
 * The file in which a closed cache lists the content that it leaves. The file does not
 * exist while the cache is in use: after a crash nothing identifies the files of the
 * cache, and they are deleted. They are not trusted after a restart of the machine
 * either, because nothing ensures that they reached the disk.
 */
final class CacheIndex {

	private static final int FORMAT = 4;

	private final Path directory;

	private final Path file;

	CacheIndex(Path directory) {
		this.directory = directory;
		this.file = directory.resolve("index");
	}

	/**
	 * Returns the content left by an earlier cache, and deletes everything else.
	 * @param retained whether any content is wanted
	 */
	List<IndexedContent> takeOver(boolean retained) {
		try {
			List<IndexedContent> left = retained ? read() : List.of();
			Files.deleteIfExists(this.file);
			Set<String> wanted = new HashSet<>();
			left.forEach((content) -> content.extents().forEach((extent) -> wanted.add(extent.file())));
			deleteOthers(wanted);
			return left;
		}
		catch (NoSuchFileException | NotDirectoryException ex) {
			return List.of();
		}
		catch (IOException ex) {
			// An index that cannot be deleted must not be trusted either.
			return List.of();
		}
	}

	private void deleteOthers(Set<String> wanted) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(this.directory, "*" + BlockStore.SUFFIX)) {
			for (Path path : files) {
				if (!wanted.contains(path.getFileName().toString())) {
					Files.deleteIfExists(path);
				}
			}
		}
	}

	private List<IndexedContent> read() {
		List<IndexedContent> contents = new ArrayList<>();
		try (DataInputStream input = new DataInputStream(new BufferedInputStream(Files.newInputStream(this.file)))) {
			if (input.readInt() != FORMAT || !input.readUTF().equals(BootId.read())) {
				return List.of();
			}
			for (int count = input.readInt(); count > 0; count--) {
				contents.add(readContent(input));
			}
			return contents;
		}
		catch (IOException | RuntimeException ex) {
			return List.of();
		}
	}

	private static IndexedContent readContent(DataInputStream input) throws IOException {
		CacheKey key = new CacheKey(new NodeKey(input.readUTF(), input.readUTF()), input.readUTF());
		long size = input.readLong();
		List<ExtentRecord> extents = new ArrayList<>();
		for (int count = input.readInt(); count > 0; count--) {
			extents.add(new ExtentRecord(input.readUTF(), input.readLong(), input.readLong(), input.readLong(),
					input.readLong(), input.readLong(), input.readLong(), readBlocks(input), input.readBoolean()));
		}
		return new IndexedContent(key, size, extents);
	}

	private static BitSet readBlocks(DataInputStream input) throws IOException {
		long[] words = new long[input.readInt()];
		for (int i = 0; i < words.length; i++) {
			words[i] = input.readLong();
		}
		return BitSet.valueOf(words);
	}

	/** Lists the content that is left to the next cache. */
	void leave(List<IndexedContent> contents) {
		if (contents.isEmpty()) {
			return;
		}
		try {
			Path fresh = this.directory.resolve("index.new");
			Files.deleteIfExists(fresh);
			try (FileChannel channel = PrivateFiles.create(fresh);
					DataOutputStream output = new DataOutputStream(
							new BufferedOutputStream(Channels.newOutputStream(channel)))) {
				output.writeInt(FORMAT);
				output.writeUTF(BootId.read());
				output.writeInt(contents.size());
				for (IndexedContent content : contents) {
					write(content, output);
				}
			}
			Files.move(fresh, this.file);
		}
		catch (IOException | RuntimeException ex) {
			// The next cache starts empty.
		}
	}

	private static void write(IndexedContent content, DataOutputStream output) throws IOException {
		output.writeUTF(content.key().file().space());
		output.writeUTF(content.key().file().id());
		output.writeUTF(content.key().version());
		output.writeLong(content.size());
		output.writeInt(content.extents().size());
		for (ExtentRecord extent : content.extents()) {
			output.writeUTF(extent.file());
			output.writeLong(extent.capacity());
			output.writeLong(extent.bytes());
			output.writeLong(extent.fileEnd());
			output.writeLong(extent.start());
			output.writeLong(extent.end());
			output.writeLong(extent.offset());
			long[] words = extent.present().toLongArray();
			output.writeInt(words.length);
			for (long word : words) {
				output.writeLong(word);
			}
			output.writeBoolean(extent.frozen());
		}
	}

}
