package io.fusemount.autoconfigure.directory;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import org.jspecify.annotations.Nullable;

/**
 * A directory without any operation that could change something.
 *
 * @param writable the directory as created by its provider
 */
record ReadOnlyDirectory(Directory writable) implements Directory {

	@Override
	public NodeKey key() {
		return this.writable.key();
	}

	@Override
	public Attributes attributes() {
		return readOnly(this.writable.attributes());
	}

	@Override
	public @Nullable Audiences audiences() {
		return this.writable.audiences();
	}

	@Override
	public Ownership ownership() {
		return this.writable.ownership();
	}

	@Override
	public ExtendedAttributes extendedAttributes() {
		return this.writable.extendedAttributes();
	}

	@Override
	public boolean isTaken(Name name) {
		return this.writable.isTaken(name);
	}

	@Override
	public @Nullable Node find(Name name) {
		Node node = this.writable.find(name);
		return (node != null) ? readOnly(node) : null;
	}

	@Override
	public Map<Name, ? extends Node> findTogether(List<Name> names) {
		return this.writable.findTogether(names)
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> readOnly(entry.getValue())));
	}

	@Override
	public @Nullable ChangeFeed announcedBy() {
		return this.writable.announcedBy();
	}

	@Override
	public @Nullable Quota quota(@Nullable RegularFile stored) {
		return this.writable.quota((stored instanceof ReadOnlyFile file) ? file.writable() : null);
	}

	@Override
	public boolean readsTogether() {
		return this.writable.readsTogether();
	}

	@Override
	public List<SmallFile> readTogether(List<RegularFile> files, int maxBytes) {
		List<RegularFile> writables = files.stream().map((file) -> ((ReadOnlyFile) file).writable()).toList();
		return this.writable.readTogether(writables, maxBytes)
			.stream()
			.map((small) -> new SmallFile(new ReadOnlyFile(small.file()), small.content(), small.named()))
			.toList();
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		DirectoryPage page = this.writable.list(position);
		return new DirectoryPage(page.entries()
			.stream()
			.map((entry) -> new DirectoryEntry(entry.name(), readOnly(entry.node())))
			.toList(), page.next());
	}

	@Override
	public @Nullable String describeContent() {
		return this.writable.describeContent();
	}

	@Override
	public List<Origin> origins() {
		return this.writable.origins()
			.stream()
			.map((origin) -> new Origin(origin.path(), origin.repository(), origin.entity(), false, null,
					origin.content(), origin.warnings(), origin.quotas()))
			.toList();
	}

	@Override
	public boolean hasDirectories() {
		return this.writable.hasDirectories();
	}

	@Override
	public String refusesDirectories() {
		return "the directory is read-only";
	}

	@Override
	public boolean isFixed() {
		return this.writable.isFixed();
	}

	private static Node readOnly(Node node) {
		if (node instanceof Directory directory) {
			return new ReadOnlyDirectory(directory);
		}
		return (node instanceof RegularFile file) ? new ReadOnlyFile(file) : node;
	}

	private static Attributes readOnly(Attributes attributes) {
		return new Attributes(attributes.size(), attributes.created(), attributes.modified(), false);
	}

	private record ReadOnlyFile(RegularFile writable) implements RegularFile {

		@Override
		public NodeKey key() {
			return this.writable.key();
		}

		@Override
		public Attributes attributes() {
			return readOnly(this.writable.attributes());
		}

		@Override
		public Ownership ownership() {
			return this.writable.ownership();
		}

		@Override
		public ExtendedAttributes extendedAttributes() {
			return this.writable.extendedAttributes();
		}

		@Override
		public boolean isMeasured() {
			return this.writable.isMeasured();
		}

		@Override
		public RegularFile measured() {
			RegularFile measured = this.writable.measured();
			return (measured != this.writable) ? new ReadOnlyFile(measured) : this;
		}

		@Override
		public Content content() {
			return this.writable.content();
		}

		@Override
		public String versionText() {
			return this.writable.versionText();
		}

		@Override
		public @Nullable String contentVersion() {
			return this.writable.contentVersion();
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return this.writable.isSameVersion((other instanceof ReadOnlyFile file) ? file.writable : other);
		}

	}

}
