package io.fusemount.data.jpa.creation;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.mapping.EntityRepository;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowMapping;
import org.jspecify.annotations.Nullable;

/**
 * The row to insert when a program creates a file or a directory.
 *
 * @param what the word for it in messages: file or directory
 * @param entity the mapping of its entity
 * @param repository the repository of its entity
 * @param content the content property of a file, {@code null} for a directory
 * @param given the names of the properties that get values
 * @param writable whether rows can be created at all
 */
record NewRow(String what, RowMapping entity, EntityRepository repository, @Nullable FileProperty content,
		Set<String> given, boolean writable) {

	static NewRow of(FileMapping mapping) {
		FileProperty content = mapping.entity().content();
		Stream<String> own = Stream.concat(Stream.of(content), mapping.entity().row().projected())
			.map(FileProperty::name);
		return new NewRow("file", mapping.entity().row(), mapping.repository(), content,
				Stream.concat(own, told(mapping.told())).collect(Collectors.toSet()), mapping.writable());
	}

	static NewRow of(FolderMapping mapping) {
		Stream<String> own = mapping.row().projected().map(FileProperty::name);
		Stream<PropertyPath> told = Stream.concat(
				mapping.segments()
					.stream()
					.filter(DirectorySegment.Variable.class::isInstance)
					.map((segment) -> ((DirectorySegment.Variable) segment).path()),
				Stream.ofNullable(mapping.parent()));
		return new NewRow("directory", mapping.row(), mapping.repository(), null,
				Stream.concat(own, told(told)).collect(Collectors.toSet()), mapping.writable());
	}

	private static Stream<String> told(Stream<PropertyPath> paths) {
		return paths.filter(PropertyPath::isOwn).map(PropertyPath::name);
	}

}
