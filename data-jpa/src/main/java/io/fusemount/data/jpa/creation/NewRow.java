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
 * What becomes a row when a program creates something.
 *
 * @param what what it is to programs: a file or a directory
 * @param entity its properties
 * @param repository its repository
 * @param content its content, if it is a file
 * @param given the properties that have values then
 * @param writable whether one can be created at all
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
