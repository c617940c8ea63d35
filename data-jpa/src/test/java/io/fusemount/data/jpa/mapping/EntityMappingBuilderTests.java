package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.operation.AccountNames;
import io.fusemount.data.jpa.mapping.misfits.AttributeMisfits;
import io.fusemount.data.jpa.mapping.misfits.ContentMisfits;
import io.fusemount.data.jpa.mapping.misfits.Misfits;
import io.fusemount.data.jpa.mapping.misfits.PieceMisfits;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which properties make a file, and what is said if they do not.
 */
class EntityMappingBuilderTests {

	private static ConfigurableApplicationContext application;

	private static SessionFactoryImplementor sessionFactory;

	interface Repository {

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:misfits;DB_CLOSE_DELAY=-1", Misfits.class);
		sessionFactory = application.getBean(EntityManagerFactory.class).unwrap(SessionFactoryImplementor.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static EntityMapping map(Class<?> entity, boolean writable) {
		return new EntityMappingBuilder(Repository.class, entity, sessionFactory, writable, AccountNames.NONE).build();
	}

	@Test
	void namingConventionIsEnough() {
		EntityMapping mapping = map(Misfits.Fitting.class, true);
		assertThat(mapping.fileName().name()).isEqualTo("name");
		assertThat(mapping.content().name()).isEqualTo("content");
		assertThat(mapping.size().name()).isEqualTo("size");
		assertThat(mapping.version()).isNull();
		assertThat(mapping.modified()).isNull();
		assertThat(mapping.nameColumn())
			.isEqualTo(new NameColumn("name", List.of(), 255, true, NameColumn.ALL_CHARACTERS));
		assertThat(mapping.contentColumn()).isEqualTo(new ContentColumn(true, false, 255));
	}

	@Test
	void attributesAreDescribedForPeople() {
		assertThat(map(AttributeMisfits.Attributed.class, true).row().attributes().describe())
			.isEqualTo("user.hue, user.rating (writable), all others in others");
		assertThat(map(Misfits.Fitting.class, true).row().attributes().describe()).isEmpty();
	}

	@Test
	void annotationWinsOverConvention() {
		assertThat(map(Misfits.AnnotatedName.class, true).fileName().name()).isEqualTo("title");
	}

	@Test
	void ownTimeWinsOverThatOfWhatIsEmbedded() {
		assertThat(map(Misfits.Reviewed.class, true).modified()).extracting(FileProperty::name).isEqualTo("modified");
	}

	@Test
	void ofSeveralEmbeddedTimesNoneIsTheFiles() {
		assertThat(map(Misfits.ReviewedTwice.class, true).modified()).isNull();
	}

	@Test
	void largeObjectWinsOverOtherBytesAndText() {
		EntityMapping mapping = map(Misfits.ComputedSize.class, true);
		assertThat(mapping.content().name()).isEqualTo("content");
		assertThat(mapping.contentColumn()).isEqualTo(new ContentColumn(false, true, Long.MAX_VALUE));
	}

	@Test
	void sizeMayBeComputedByTheDatabase() {
		assertThat(map(Misfits.ComputedSize.class, true).size().isWritable()).isFalse();
	}

	@Test
	void uniqueIndexMakesNamesUnique() {
		assertThat(map(Misfits.ComputedSize.class, true).nameColumn().unique()).isTrue();
	}

	@Test
	void nameNeedNotBeWritableWhereNothingIs() {
		assertThat(map(Misfits.ReadOnlyName.class, false).fileName().name()).isEqualTo("name");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					Nameless             |        | has no property for the file's name                        | @FileName
					TwoNames             |        | several properties that could be the file's name: fileName, name | exactly one with @FileName
					NumberAsName         | number | is of type int                                             | String
					IdAsName             | name   | is the id                                                  | another property with @FileName
					ReadOnlyName         | name   | cannot be written                                         | readOnly = true
					Contentless          |        | has no property for the file's content                     | Blob or Clob or String or byte[]
					TwoContents          |        | several properties that could be the file's content: content, thumbnail | @FileContent
					BlobAndBytes         |        | several properties that could be the file's content: content, picture | exactly one with @FileContent
					BlobAndLobBytes      |        | several properties that could be the file's content: picture, thumbnail | exactly one with @FileContent
					TwoTexts             |        | several properties that could be the file's content: clause, summary | exactly one with @FileContent
					ConvertedContent     | content | is converted on its way to the database                   | another property with @FileContent
					EmbeddedBlob         | attachment.data | is a large object in an @Embedded                  | in the entity itself
					TwoEmbeddedNames     |        | several properties that could be the file's name: first.name, second.name | exactly one with @FileName
					TwoAnnotatedContents |        | several properties that could be the file's content: first, second | @FileContent
					UnversionedPieces    | content | without a @Version it is unknown which of them belong together | @Version
					EagerPieces          | content | is loaded with its entity as a whole                      | LAZY
					NamedPieces          | content | does not have the numbers of its pieces as Integer        | Map<Integer, byte[]>
					TextPieces           | content | has pieces of type String                                 | Map<Integer, byte[]>
					ListedPieces         | content | is of type List                                           | @MapKeyColumn
					ShortColumn          | content | has pieces of 262144 bytes, and its column holds 4096     | @Column(length = 262144)
					TinyPieces           | content | has pieces of 100 bytes                                   | between 1024 and 16777216
					LargeObjectPieces    | content | has pieces that are large objects of their own            | instead of @Lob
					HugePieces           | content | has pieces that are large objects of their own            | a varbinary of H2 holds 1048576 bytes
					UncountedPieces      | content | is excluded from the @Version                             | @OptimisticLock
					RestrictedPieces     | content | does not show all of its pieces                           | @SQLRestriction
					ConvertedPieces      | content | is converted on its way to the database                   | as it is
					EmbeddedPieces       | attachment.content | has its pieces in an @Embedded                 | in the entity itself
					Sizeless             |        | has no property for the file's size                        | read all content
					TextAsSize           | length | is of type String                                          | long
					DayAsTime            | day    | is of type LocalDate                                       | Instant
					DateAsId             | id     | is an id of type Date                                      | UUID
					SameAttributes       | shade  | is the attribute user.colour, as colour is                 | another name
					ReservedAttribute    | complaint | cannot be the attribute user.fusemount.error            | another name
					AttributeOfAnother   | other  | is an association, and has no value of its own             | path = "name"
					LostPath             | other  | has the path 'colours', which leads to no property        | a column of an entity
					PathOfItsOwn         | title  | has a path, and is no association                          | Remove the path
					WritablePath         | other.shade | it is one of another entity                           | Remove writable = true
					CollectedAttributes  | others | is not in a column that is read with the row               | in one column
					JsonAttributes       | others | is kept as JSON, which Hibernate cannot write              | Add a dependency
					NumberedAttributes   | others | is no map of texts or bytes                                | Map<String, String>
					LargeAttribute       | story  | is a large object, which each listing would read          | another property
					TextlessAttribute    | point  | is of type Point, which has no text                        | created from its text
					PartOfIdAsAttribute  | key.region | is a part of the id                                    | the id as a whole
					WritableName         | title  | it already says something else of the file                 | Remove writable = true
					UnwritableAttribute  | computed | its column is neither insertable nor updatable           | Remove writable = true
					""")
	void misfitIsRefusedInWords(String entity, String property, String problem, String fix) {
		Class<?> type = Stream.of(Misfits.class, ContentMisfits.class, PieceMisfits.class, AttributeMisfits.class)
			.flatMap((holder) -> Stream.of(holder.getDeclaredClasses()))
			.filter((candidate) -> candidate.getSimpleName().equals(entity))
			.findFirst()
			.orElseThrow();
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> map(type, true)).satisfies((ex) -> {
			assertThat(ex.repository()).isEqualTo(Repository.class);
			assertThat(ex.entity()).isEqualTo(type);
			assertThat(ex.property()).isEqualTo(property);
			assertThat(ex.problem()).contains(problem);
			assertThat(ex.fix()).contains(fix);
			assertThat(ex).hasMessageContaining(Repository.class.getName()).hasMessageContaining(entity);
		});
	}

}
