package io.fusemount.conformance.memory;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A directory with a quota for all of its files together.
 */
public final class LimitedDirectory extends InMemoryDirectory {

	private final Quota quota = new Quota() {

		@Override
		protected QuotaUsage stored() {
			return LimitedDirectory.this.stored();
		}

	};

	private final String space;

	private final long maxBytes;

	private final long maxFiles;

	/**
	 * Creates the directory.
	 * @param space the space in which its keys are unique
	 */
	public LimitedDirectory(String space, long maxBytes, long maxFiles) {
		super(space);
		this.space = space;
		this.maxBytes = maxBytes;
		this.maxFiles = maxFiles;
	}

	private QuotaUsage stored() {
		long[] sizes = application().sizes();
		return new QuotaUsage("'" + this.space + "'", LongStream.of(sizes).sum(), this.maxBytes, sizes.length,
				this.maxFiles);
	}

	@Override
	public Quota quota(@Nullable RegularFile stored) {
		return this.quota;
	}

	@Override
	public List<Origin> origins() {
		return List.of(new Origin("", "Repository", "Row", true, null, null, List.of(),
				() -> Stream.ofNullable(this.quota.measured())));
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		ContentSource content = initial.content();
		long bytes = (content != null) ? content.size() : 0;
		stored().plus(bytes, 1).require(bytes > 0, true);
		return measuring(super.create(name, initial));
	}

	@Override
	RegularFile update(Row known, FileChanges changes) {
		ContentSource content = changes.content();
		long more = (content != null) ? content.size() - known.content().length : 0;
		if (more > 0) {
			stored().plus(more, 0).require(true, false);
		}
		return measuring(super.update(known, changes));
	}

	private RegularFile measuring(RegularFile stored) {
		this.quota.usage();
		return stored;
	}

}
