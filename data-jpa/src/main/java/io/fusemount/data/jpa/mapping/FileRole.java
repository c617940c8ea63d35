package io.fusemount.data.jpa.mapping;

import java.lang.annotation.Annotation;
import java.sql.Blob;
import java.sql.Clob;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileGroup;
import io.fusemount.annotation.FileMode;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileOwner;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Lob;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.UpdateTimestamp;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;

/**
 * The role of a property of an entity for its file, with the precedence by which the
 * property is found: the first condition that any property meets decides.
 */
enum FileRole {

	/** The file's name. */
	NAME("@FileName", Set.of(String.class)) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(FileName.class), called("name", "fileName", "filename"));
		}

	},

	/** The file's content, of bytes or else of text. */
	CONTENT("@FileContent", Set.of(Blob.class, byte[].class, Clob.class, String.class)) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			Predicate<EntityProperty> bytes = (property) -> property.type() == byte[].class;
			// A Blob is a large object with or without an annotation.
			Predicate<EntityProperty> blob = (property) -> property.type() == Blob.class;
			Predicate<EntityProperty> clob = (property) -> property.type() == Clob.class;
			Predicate<EntityProperty> annotated = annotated(Lob.class).and(blob.or(bytes));
			return List.of(annotated(FileContent.class),
					properties.stream().anyMatch(annotated) ? annotated.or(blob) : blob.or(bytes),
					clob.or(annotated(Lob.class).and((property) -> property.type() == String.class)));
		}

	},

	/** The length of the content in bytes. */
	SIZE("@FileSize", Set.of(long.class, Long.class, int.class, Integer.class)) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(FileSize.class),
					called("size", "length", "contentLength").and(this::hasRightType));
		}

	},

	/** The time of birth. */
	CREATED("@CreatedDate", TimeConversion.TYPES) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(CreatedDate.class), annotated(CreationTimestamp.class));
		}

	},

	/** The time of the last change. */
	MODIFIED("@LastModifiedDate", TimeConversion.TYPES) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(LastModifiedDate.class), annotated(UpdateTimestamp.class));
		}

	},

	/** The owner: the name or the id of a user. */
	OWNER("@FileOwner", OwnershipMapping.NAMES_OR_IDS) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(FileOwner.class));
		}

	},

	/** The group: its name or id. */
	GROUP("@FileGroup", OwnershipMapping.NAMES_OR_IDS) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(FileGroup.class));
		}

	},

	/** The mode bits. */
	MODE("@FileMode", Set.of(int.class, Integer.class)) {

		@Override
		List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties) {
			return List.of(annotated(FileMode.class));
		}

	};

	private final String annotation;

	private final Set<Class<?>> types;

	FileRole(String annotation, Set<Class<?>> types) {
		this.annotation = annotation;
		this.types = types;
	}

	/**
	 * Returns the conditions on the property, in order of precedence.
	 * @param properties all properties of the entity
	 */
	abstract List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties);

	/** Returns the annotation that decides, as it is written in source code. */
	String annotation() {
		return this.annotation;
	}

	/**
	 * Whether the role is a time, which is optional, and whose annotations are not only
	 * for files.
	 */
	boolean isTime() {
		return this == CREATED || this == MODIFIED;
	}

	Set<Class<?>> types() {
		return this.types;
	}

	boolean hasRightType(EntityProperty property) {
		return this.types.contains(property.type());
	}

	private static Predicate<EntityProperty> annotated(Class<? extends Annotation> type) {
		return (property) -> property.has(type);
	}

	private static Predicate<EntityProperty> called(String... names) {
		return (property) -> List.of(names).contains(property.simpleName());
	}

}
