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
 * @param path the way to it from the top, itself included
 * @param entries what is in it
 * @param isCut whether there is more in it than is shown
 * @param takesFiles whether files can be uploaded to its own address
 * @param makes what can be made at its own address, if anything
 */
record Page(List<Step> path, List<Entry> entries, boolean isCut, boolean takesFiles, @Nullable Make makes) {

	/** More is for programs. */
	private static final int MAX = 1000;

	/** One more shows that there are more. */
	static final Limit LIMIT = Limit.of(MAX + 1);

	static final Page TOP = new Page(List.of(new Step("Archive", "/")), List.of(), false, false, null);

	/** Returns the page of a directory in this one, with nothing in it yet. */
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

	/** Returns its name. */
	public String title() {
		return here().name();
	}

	/** Returns its address. */
	public String href() {
		return here().href();
	}

	/** Returns the path of its directory, from the mount point. */
	public String directory() {
		return this.path.stream().skip(1).map((step) -> "/" + fileName(step.name())).collect(Collectors.joining());
	}

	/** As the mount has it, which knows no name with a slash in it, for example. */
	private static String fileName(String name) {
		Name encoded = NameCodec.encode(name);
		return (encoded != null) ? encoded.toString() : name;
	}

	private Step here() {
		return this.path.get(this.path.size() - 1);
	}

	/**
	 * A directory on the way.
	 */
	record Step(String name, String href) {

	}

	/**
	 * A kind of directory that can be made.
	 *
	 * @param what is made
	 * @param href to which its name is posted
	 */
	record Make(String what, String href) {

	}

}
