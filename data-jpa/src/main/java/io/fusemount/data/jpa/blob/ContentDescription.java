package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import org.jspecify.annotations.Nullable;

/**
 * What administrators are told of the way in which the content of an entity is stored.
 *
 * @param entity the entity
 * @param column the access to its content
 */
record ContentDescription(EntityMapping entity, BlobColumn column) {

	/**
	 * Returns the description.
	 * @param patchable whether changes are written in place
	 * @param maxLoaded the most bytes of content that may be loaded with an entity,
	 * {@code null} if none is
	 */
	String text(boolean patchable, @Nullable Long maxLoaded) {
		return this.column.describe() + describeWriting(patchable) + describeRewriting()
				+ ((maxLoaded != null) ? describeLoading(maxLoaded) : "");
	}

	private String describeWriting(boolean patchable) {
		if (patchable) {
			return ", changed ranges written in place, new content as a stream";
		}
		return this.entity.contentColumn().inMemory() ? ", written from memory" : ", written as a stream";
	}

	/** Describes where unchanged content is stored anew, which cannot be prevented. */
	private String describeRewriting() {
		FileProperty content = this.entity.content();
		if (this.entity.isContentInRow() && !this.entity.persister().isDynamicUpdate()) {
			return ", stored anew with each change of its row, renames among them, because the entity has an @SQLUpdate";
		}
		return content.isEmbedded()
				? ", stored anew with each change of '" + content.rootName() + "', which it is embedded in" : "";
	}

	private String describeLoading(long maxLoaded) {
		return ", loaded by every change (files over " + maxLoaded + " bytes cannot be changed"
				+ (this.entity.isContentOwn()
						? "; @Basic(fetch = LAZY) and Hibernate's bytecode enhancement would let them)" : ")");
	}

	/** Returns sentences about how sizes that do not match the content are corrected. */
	String adviseOnSizes() {
		FileProperty size = this.entity.size();
		String length = this.column.lengthInSql(this.entity.content().columnExpression());
		if (size.isFormula()) {
			return "Correct the formula of " + this.entity.name() + "." + size + ".";
		}
		String advice = size.isWritable() ? "The next commit of a file mends its size"
				: "Nothing but the database writes " + this.entity.name() + "." + size;
		// The content of another entity is in another row even of the same table.
		return (length != null && this.entity.isContentOwn()
				&& size.tableExpression().equals(this.entity.content().tableExpression()))
						? advice + "; this mends all of them: UPDATE " + size.tableExpression() + " SET "
								+ size.columnExpression() + " = coalesce(" + length + ", 0)"
						: advice + ".";
	}

}
