package io.fusemount.core.service;

import io.fusemount.core.failure.FailureText;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;

/**
 * The most recent failures as a file, as of its lookup.
 *
 * @param text the failures
 */
record ErrorsFile(FailureText text) implements RegularFile {

	private static final NodeKey KEY = new NodeKey(ServiceDirectory.SPACE, "errors");

	@Override
	public NodeKey key() {
		return KEY;
	}

	@Override
	public Attributes attributes() {
		return new Attributes(this.text.content().size(), this.text.modified(), this.text.modified(), false);
	}

	@Override
	public Content content() {
		return this.text.content();
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof ErrorsFile file && file.text.revision() == this.text.revision();
	}

}
