package io.fusemount.core.service;

import java.time.Instant;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.TextContent;

/**
 * How the filesystem is as a file, as it was when it was looked up.
 *
 * @param text what it says
 * @param asked when it was looked up
 */
record StatusFile(TextContent text, Instant asked) implements RegularFile {

	private static final NodeKey KEY = new NodeKey(ServiceDirectory.SPACE, "status");

	/**
	 * Returns the file as a listing has it: its text is made up when it is looked up.
	 */
	static StatusFile unread() {
		return new StatusFile(TextContent.of(""), Instant.now());
	}

	@Override
	public NodeKey key() {
		return KEY;
	}

	@Override
	public Attributes attributes() {
		return new Attributes(this.text.size(), this.asked, this.asked, false);
	}

	@Override
	public Content content() {
		return this.text;
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof StatusFile file && file.text.equals(this.text);
	}

}
