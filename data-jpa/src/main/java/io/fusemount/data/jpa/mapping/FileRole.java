package io.fusemount.data.jpa.mapping;

import java.lang.annotation.Annotation;
import java.sql.Blob;
import java.sql.Clob;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Lob;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.UpdateTimestamp;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;

/**
 * The part that a property of an entity plays for its file, with the precedence by which
 * the property is found: the first of the conditions that any property meets decides.
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
			// A large object is one whether it is annotated or not.
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

	};

	private final String annotation;

	private final Set<Class<?>> types;

	FileRole(String annotation, Set<Class<?>> types) {
		this.annotation = annotation;
		this.types = types;
	}

	/**
	 * What a property has to be like, in order of precedence.
	 * @param properties all that the entity has
	 */
	abstract List<Predicate<EntityProperty>> precedence(List<EntityProperty> properties);

	/** Returns the annotation that settles the question, as one writes it. */
	String annotation() {
		return this.annotation;
	}

	/**
	 * Whether it is a time, which an entity need not have, and whose annotations are not
	 * only for files.
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
