package io.fusemount.data.jpa.mapping.paths;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileParent;
import io.fusemount.annotation.FuseMount;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Paths of directories that cannot be served, each with its words.
 */
class PathMisfitsTests {

	@Entity(name = "Owner")
	static class Owner {

		@Id
		@GeneratedValue
		Long id;

		String nickname;

		byte[] key;

	}

	@Entity(name = "Branch")
	static class Branch {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@FileParent
		@ManyToOne
		Owner owner;

	}

	@Entity(name = "Sheet")
	static class Sheet {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@FileContent
		byte[] data;

		long size;

		@ManyToOne
		Owner owner;

		Instant created;

		LocalDate day;

		Double weight;

	}

	@FuseMount("a/{nothing}")
	interface NoProperty extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("b/{owner}")
	interface NoName extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("c/{owner.id}")
	interface IdAsName extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("d/{created}")
	interface NoPattern extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("e/{weight}")
	interface NoText extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("f/{created:MM}")
	interface NoYear extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("g/{name:yyyy}")
	interface NoTime extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("h/{day:yyyy}/{day:MM-dd}/{day:HH}")
	interface NoHours extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("{name}/i")
	interface NoRoot extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("j/x-{name}")
	interface HalfVariable extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("l/{name}/{name}")
	interface Twice extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("k")
	interface WrongParent extends JpaRepository<Branch, Long> {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { Years.class, Names.class }))
	static class Misfits {

	}

	@FuseMount("years/{day:yyyy}")
	interface Years extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("years/{name}")
	interface Names extends JpaRepository<Sheet, Long> {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = { Years.class, Names.class }),
			excludeFilters = @Filter(type = FilterType.REGEX,
					pattern = ".*PathMisfitsTests.(No.*|Id.*|Half.*|Wrong.*|Twice)"))
	static class Conflicts {

	}

	private static Throwable failure(Class<?> configuration) {
		try (ConfigurableApplicationContext application = TestDatabase
			.start("jdbc:h2:mem:" + configuration.getSimpleName(), PathMisfitsTests.class, configuration)) {
			return catchThrowable(() -> new JpaDirectories(application.getBeanFactory(),
					new JpaSettings(DetectionStrategy.ANNOTATED, false, 10, Duration.ofMinutes(1), 0),
					new DatabasePermits(2, Duration.ofSeconds(1))));
		}
	}

	@Test
	void eachPathIsRefusedInWords() {
		Throwable first = failure(Misfits.class);
		assertThat(first).isInstanceOf(MappingException.class);
		List<String> messages = Stream.concat(Stream.of(first), Stream.of(first.getSuppressed()))
			.map(Throwable::getMessage)
			.map((message) -> message.replaceAll("Repository .*\\$(\\w+) cannot be mounted: ", "$1: "))
			.sorted()
			.toList();
		assertThat(messages).containsExactly(
				"HalfVariable: Sheet would be at 'j/x-{name}', which has a step 'x-{name}' that is no variable as a whole. "
						+ "Put a path such as \"invoices\", \"archive/invoices\" or \"claims/{claim.number}\" into @FuseMount.",
				"IdAsName: Sheet has no property 'owner.id' that the directory {owner.id} could be named after. Put the "
						+ "name of a property into @FuseMount, or of one of an associated entity: {claim.number}.",
				"NoHours: Sheet.day is a date, which has no hours. Use yyyy, MM and dd.",
				"NoName: Owner has no property for the file's name. Annotate a property of type String with @FileName.",
				"NoPattern: Sheet.created is of type Instant, which cannot name a directory. Say by a pattern how to "
						+ "write it: {created:yyyy}.",
				"NoProperty: Sheet has no property 'nothing' that the directory {nothing} could be named after. Put the "
						+ "name of a property into @FuseMount, or of one of an associated entity: {claim.number}.",
				"NoRoot: Sheet would be at '{name}/i', which begins with a variable, and the root of a mount has fixed "
						+ "names. Put a path such as \"invoices\", \"archive/invoices\" or \"claims/{claim.number}\" into "
						+ "@FuseMount.",
				"NoText: Sheet.weight is of type Double, which cannot name a directory. Use text, a number, an enum, a "
						+ "date, or an associated entity.",
				"NoTime: Sheet.name is of type String, which has no pattern. Leave the pattern out, or name a time.",
				"NoYear: Sheet.created does not say a year, a month, a day or an hour together with the directories above "
						+ "it. Use yyyy, then MM, then dd, then HH: {created:yyyy}/{created:MM}, or several in one: "
						+ "{created:yyyy-MM}.",
				"Twice: Sheet.name is in the path twice. Name each property once.",
				"WrongParent: Branch.owner does not refer to another Branch. Annotate the association with the directory "
						+ "that one is in, or remove @FileParent.");
	}

	@Test
	void twoThatNameDirectoriesOfOnePlaceDifferentlyAreRefused() {
		assertThat(failure(Conflicts.class)).isInstanceOf(MappingException.class)
			.hasMessageContaining("Sheet would have directories of its own in 'years', where ")
			.hasMessageContaining(
					"Give one of them another path with @FuseMount(\"…\"), or let both name the directories alike");
	}

}
