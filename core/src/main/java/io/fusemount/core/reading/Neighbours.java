package io.fusemount.core.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.FoundFiles;
import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.Names;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small files as a whole, and those along with one that programs are likely to
 * read next: a statement costs more than the bytes of many of them. Content goes to the
 * cache, where each reader finds it.
 */
public final class Neighbours {

	/** The most bytes that a small file has. */
	static final int MAX_FILE_BYTES = 64 << 10;

	private static final int MAX_RUNS = 32;

	/** Whoever waits for the same again waits as long again. */
	private static final Set<Errno> LASTING = Set.of(Errno.EAGAIN, Errno.ETIMEDOUT, Errno.EINTR);

	private final Names names;

	private final FoundFiles files;

	private final ContentCache cache;

	private final Steps steps;

	private final TimeToLive timeToLive;

	/** By the keys of the directories. */
	@GuardedBy("this")
	private final Map<NodeKey, Run> runs = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<NodeKey, Run> eldest) {
			return size() > MAX_RUNS;
		}

	};

	@GuardedBy("this")
	private @Nullable Run latest;

	/** What was seen before content was forgotten says nothing of what comes. */
	@GuardedBy("this")
	private long losses;

	/**
	 * Creates it.
	 * @param names where the files of a directory are found
	 * @param steps takes the time of fetches
	 * @param timeToLive how long names that were asked for are taken for true
	 */
	public Neighbours(Names names, ContentCache cache, Steps steps, TimeToLive timeToLive) {
		this.names = names;
		this.files = new FoundFiles(names);
		this.cache = cache;
		this.steps = steps;
		this.timeToLive = timeToLive;
	}

	/**
	 * Returns a file that is opened to be read with the true length of its content, as
	 * {@link RegularFile#measured()} does. If the database has to be asked, it gives all
	 * of the content at once.
	 */
	public RegularFile measured(RegularFile file) {
		RegularFile measured = (!file.isMeasured() && isMissing(file)) ? fetch(file, true) : null;
		return (measured != null) ? measured : file.measured();
	}

	/**
	 * Takes note that a program is about to read a file which it has opened, and may have
	 * its content and that of others in the cache then.
	 */
	public void prepare(RegularFile file) {
		if (!isSmall(file)) {
			return;
		}
		if (isAbsent(file)) {
			fetch(file, false);
			return;
		}
		Place place = this.names.place(file.key());
		Run run = (place != null) ? known(place.directory().key()) : null;
		if (run != null) {
			run.found(file.key());
		}
	}

	private boolean isMissing(RegularFile file) {
		return isSmall(file) && isAbsent(file);
	}

	private boolean isAbsent(RegularFile file) {
		return this.cache.isRetaining() && !this.cache.holds(file);
	}

	private static boolean isSmall(RegularFile file) {
		long size = file.attributes().size();
		return size > 0 && size <= MAX_FILE_BYTES && file.contentVersion() != null;
	}

	/**
	 * Fetches a file, and others with it.
	 * @param alone whether it is worth while if there are no others
	 * @return the file as it is measured then, or {@code null} if it has not come
	 */
	private @Nullable RegularFile fetch(RegularFile file, boolean alone) {
		Place place = this.names.place(file.key());
		if (place == null || !place.directory().readsTogether()) {
			return null;
		}
		Directory directory = place.directory();
		Run run = run(directory.key());
		List<RegularFile> others = run.missed(file.key(), () -> this.files.filesIn(directory),
				(name) -> missing(new Place(directory, name)));
		if (others == null || others.isEmpty() && !alone) {
			return null;
		}
		List<RegularFile> files = new ArrayList<>(others.size() + 1);
		files.add(file);
		files.addAll(others);
		try {
			SmallFile own = keep(files, directory).get(file.key());
			return (own != null) ? own.file() : null;
		}
		catch (RuntimeException ex) {
			run.failed(others.isEmpty());
			if (ex instanceof ErrnoException known && LASTING.contains(known.errno())) {
				throw ex;
			}
			// It may be the trouble of another one: who reads the file is told of its
			// own.
			return null;
		}
	}

	/** Returns a file as it is known now, if it is wanted. */
	private @Nullable RegularFile missing(Place place) {
		RegularFile file = (this.files.last(place) instanceof FileInode inode) ? inode.version() : null;
		return (file != null && isMissing(file)) ? file : null;
	}

	private synchronized Run run(NodeKey directory) {
		forgetOutdated();
		Run run = this.runs.get(directory);
		if (run == null || run.isOver()) {
			run = new Run(this.latest, Caller.current());
			this.runs.put(directory, run);
		}
		this.latest = run;
		return run;
	}

	private synchronized @Nullable Run known(NodeKey directory) {
		forgetOutdated();
		return this.runs.get(directory);
	}

	@GuardedBy("this")
	private void forgetOutdated() {
		long now = this.cache.losses();
		if (this.losses != now) {
			this.losses = now;
			this.runs.clear();
			this.latest = null;
		}
	}

	/** Returns the files that have come. */
	private Map<NodeKey, SmallFile> keep(List<RegularFile> files, Directory directory) {
		long before = this.cache.losses();
		long ticket = this.names.ticket();
		Lease lease = new Lease(this.timeToLive.in(directory));
		Map<NodeKey, SmallFile> fetched = this.steps
			.run(Step.FETCH, null, () -> directory.readTogether(files, MAX_FILE_BYTES))
			.stream()
			.collect(Collectors.toMap((small) -> small.file().key(), Function.identity()));
		// In the order in which programs are likely to look them up.
		for (RegularFile known : files) {
			SmallFile small = fetched.get(known.key());
			if (small != null) {
				this.cache.adoptFetched(small.file(), small.content(), before);
				if (small.named()) {
					this.files.confirm(ticket, known, small.file(), lease);
				}
				else {
					this.files.better(known, small.file());
				}
			}
		}
		return fetched;
	}

}
