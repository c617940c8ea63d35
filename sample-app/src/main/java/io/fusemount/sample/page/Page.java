package io.fusemount.sample.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.name.NameCodec;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Limit;

/**
 * A directory as a browser shows it.
 *
 * @param path the path from the top, including this directory
 * @param entries the entries of the directory
 * @param isCut whether some entries are not shown
 * @param takesFiles whether files can be uploaded to its address
 * @param makes the kind of directory that can be created at its address, if any
 */
record Page(List<Step> path, List<Entry> entries, boolean isCut, boolean takesFiles, @Nullable Make makes) {

	/** More entries are for programs. */
	private static final int MAX = 1000;

	/** One more entry shows that there are more. */
	static final Limit LIMIT = Limit.of(MAX + 1);

	static final Page TOP = new Page(List.of(new Step("Archive", "/")), List.of(), false, false, null);

	/** Returns the page of a subdirectory, without entries. */
	Page below(String name, String href) {
		return new Page(Stream.concat(this.path.stream(), Stream.of(new Step(name, href))).toList(), List.of(), false,
				false, null);
	}

	Page with(Stream<Entry> more) {
		List<Entry> all = new ArrayList<>(this.entries);
		more.forEach(all::add);
		boolean tooMany = all.size() > MAX;
		return new Page(this.path, List.copyOf(tooMany ? all.subList(0, MAX) : all), this.isCut || tooMany,
				this.takesFiles, this.makes);
	}

	Page takingFiles() {
		return new Page(this.path, this.entries, this.isCut, true, this.makes);
	}

	Page making(String what, String href) {
		return new Page(this.path, this.entries, this.isCut, this.takesFiles, new Make(what, href));
	}

	/** Returns the name of the directory. */
	public String title() {
		return here().name();
	}

	/** Returns the address of the directory. */
	public String href() {
		return here().href();
	}

	/** Returns the path of the directory relative to the mount point. */
	public String directory() {
		return this.path.stream().skip(1).map((step) -> "/" + fileName(step.name())).collect(Collectors.joining());
	}

	/** Returns the name in the mount, which for example cannot contain a slash. */
	private static String fileName(String name) {
		Name encoded = NameCodec.encode(name);
		return (encoded != null) ? encoded.toString() : name;
	}

	private Step here() {
		return this.path.get(this.path.size() - 1);
	}

	/**
	 * A directory on the path.
	 */
	record Step(String name, String href) {

	}

	/**
	 * A kind of directory that can be created.
	 *
	 * @param what the name of the kind
	 * @param href the address for creating it by POST
	 */
	record Make(String what, String href) {

	}

}
