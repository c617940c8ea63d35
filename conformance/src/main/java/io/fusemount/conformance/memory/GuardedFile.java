package io.fusemount.conformance.memory;

import java.time.Instant;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a row of a {@link GuardedDirectory}, for the audience that found it.
 * Neither its content nor its changes are guarded: whoever has opened it, keeps what the
 * open was allowed.
 *
 * @param directory where it was found
 * @param file the row
 * @param access what that audience may do with it
 */
record GuardedFile(GuardedDirectory directory, RegularFile file, Access access) implements RegularFile {

	static RegularFile open(RegularFile file) {
		return (file instanceof GuardedFile guarded) ? guarded.file : file;
	}

	@Override
	public NodeKey key() {
		return this.file.key();
	}

	@Override
	public Attributes attributes() {
		return this.file.attributes();
	}

	@Override
	public boolean isChangeable() {
		return this.access == Access.WRITE;
	}

	@Override
	public Content content() {
		return this.file.content();
	}

	@Override
	public RegularFile measured() {
		RegularFile measured = this.file.measured();
		return (measured != this.file) ? new GuardedFile(this.directory, measured, this.access) : this;
	}

	@Override
	public boolean isMeasured() {
		return this.file.isMeasured();
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return this.file.isSameVersion(open(other));
	}

	@Override
	public String versionText() {
		return this.file.versionText();
	}

	@Override
	public @Nullable String contentVersion() {
		return this.file.contentVersion();
	}

	@Override
	public boolean isPatchable() {
		return this.file.isPatchable();
	}

	@Override
	public Instant keptTime(Instant modified) {
		return this.file.keptTime(modified);
	}

	@Override
	public RegularFile update(FileChanges changes) {
		return this.directory.guard(this.file.update(changes));
	}

	@Override
	public String toString() {
		return this.file + " for " + this.access;
	}

}
