package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.guard.CallerGuards;
import io.fusemount.data.jpa.rights.office.Users;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static io.fusemount.data.jpa.rights.RunningOffice.as;
import static io.fusemount.data.jpa.rights.office.Users.ALICE;
import static io.fusemount.data.jpa.rights.office.Users.BOB;
import static io.fusemount.data.jpa.rights.office.Users.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The values of expressions for callers, and for how long they count.
 */
class CallerValuesTests {

	private final AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();

	/** What the scope of callers was asked for. */
	private final List<String> asked = new ArrayList<>();

	private Supplier<CallerScope.Binding> binding = () -> CallerScope.Binding.NONE;

	@BeforeEach
	void start() {
		this.application.registerBean(Users.class);
		this.application.registerBean("names", List.class, () -> new ArrayList<>(List.of("a", "b")));
		this.application.registerBean(CallerScope.class, () -> new CallerScope() {

			@Override
			public void prepare() {
				CallerValuesTests.this.asked.add("prepared");
			}

			@Override
			public Binding bind() {
				CallerValuesTests.this.asked.add("bound");
				return CallerValuesTests.this.binding.get();
			}

		});
		this.application.refresh();
		Users.ASKED.set(0);
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	private CallerValues values(Duration timeToLive, String... conditions) {
		List<RowCondition> parsed = List.of(conditions)
			.stream()
			.map((it) -> RowCondition.parse("readable", it))
			.toList();
		return new CallerValues(parsed, null, CallerGuards.NONE, "Letters",
				new CallerContext(this.application.getBeanFactory(), timeToLive));
	}

	@Test
	void allValuesTogetherAreTheAudience() {
		CallerValues values = values(Duration.ofMinutes(1), "e.a = ?#{login} or ?#{clerk} = true", "e.b in ?#{@names}");
		assertThat(as(ALICE, values::current)).isEqualTo(List.of("alice", false, List.of("a", "b")));
		assertThat(as(BOB, values::current)).isEqualTo(List.of("bob", false, List.of("a", "b")));
		assertThat(this.asked).containsExactly("prepared", "bound", "prepared", "bound");
	}

	@Test
	void theyCountForTheUserForAShortTime() {
		CallerValues values = values(Duration.ofMinutes(1), "e.a = ?#{login}");
		assertThat(as(ALICE, values::known)).isNull();
		Object first = as(ALICE, values::current);
		assertThat(as(new Caller(1001, 1001, 99), values::current)).isSameAs(first);
		assertThat(as(ALICE, values::known)).isSameAs(first);
		assertThat(Users.ASKED).hasValue(1);
		assertThat(as(new Caller(1001, 5, 7), values::known)).as("of another group").isNull();
	}

	@Test
	void whatIsKnownRemainsAfterTheTime() {
		CallerValues values = values(Duration.ZERO, "e.a = ?#{login}");
		as(ALICE, values::current);
		as(ALICE, values::current);
		assertThat(Users.ASKED).hasValue(2);
		assertThat(as(ALICE, values::known)).isEqualTo(List.of("alice"));
		assertThat(Users.ASKED).hasValue(2);
	}

	@Test
	void theApplicationIsAnAudienceOfItsOwnAndTheKernelIsNotRoot() {
		CallerValues values = values(Duration.ofMinutes(1), "?#{clerk} = true");
		assertThat(values.current()).isEqualTo(values.known()).isNotEqualTo(as(ALICE, values::current));
		Caller kernel = new Caller(0, 0, 0);
		as(kernel, values::current);
		assertThat(as(new Caller(0, 0, 5), values::known)).isNull();
		assertThat(as(kernel, values::known)).isNotNull();
	}

	@Test
	void whoCannotBeEvaluatedIsRefusedAndForgotten() {
		CallerValues values = values(Duration.ZERO, "e.a = ?#{login}");
		ErrnoException refused = Objects
			.requireNonNull(catchThrowableOfType(ErrnoException.class, () -> as(STRANGER, values::current)));
		assertThat(refused.errno()).isEqualTo(Errno.EACCES);
		assertThat(refused.getMessage() + refused.hint()).contains("'readable' of Letters").doesNotContain("secret-");
		assertThat(refused).hasRootCauseInstanceOf(IllegalStateException.class);
		as(ALICE, values::current);
		this.binding = () -> {
			throw new ErrnoException(Errno.EACCES, "Not today");
		};
		assertThat(catchThrowableOfType(ErrnoException.class, () -> as(ALICE, values::current)))
			.hasMessage("Not today");
		assertThat(as(ALICE, values::known)).isNull();
	}

	@Test
	void whoCannotBeFoundOutNowRemainsKnown() {
		CallerValues values = values(Duration.ZERO, "e.a = ?#{login}");
		as(ALICE, values::current);
		this.binding = () -> {
			throw new ErrnoException(Errno.EIO, "Not now");
		};
		assertThat(catchThrowableOfType(ErrnoException.class, () -> as(ALICE, values::current)).errno())
			.isEqualTo(Errno.EIO);
		assertThat(as(ALICE, values::known)).isNotNull();
	}

	@Test
	void valuesStayAsTheyWere() {
		List<String> list = new ArrayList<>(List.of("a"));
		Object kept = KeptValue.of(list);
		list.add("b");
		assertThat(kept).isEqualTo(List.of("a"));
		assertThat(KeptValue.of(new String[] { "a" })).isEqualTo(List.of("a"));
		assertThat(KeptValue.of(Set.of("a"))).isEqualTo(Set.of("a"));
		assertThat(KeptValue.of(null)).isNull();
	}

	@Test
	void arraysOfNumbersAreTheSameIfTheirNumbersAre() {
		assertThat(KeptValue.of(new long[] { 1, 2 })).isEqualTo(List.of(1L, 2L));
		assertThat(KeptValue.of(new byte[0])).isEqualTo(List.of());
	}

	@Test
	void recordsEnumsTextsAndNumbersAreValues() {
		List.of(new Name("a"), Errno.EIO, "a", 1L, LocalDate.EPOCH, Map.of("a", 1), Optional.of("a"))
			.forEach((value) -> assertThat(KeptValue.of(value)).isSameAs(value));
	}

	@Test
	void whoseValueIsNeverTheSameIsRefusedAndTheLogNamesTheClassOnce() {
		this.application.registerBean("unequal", Object.class, Object::new);
		this.application.registerBean("unequals", List.class, () -> List.of(new Object()));
		for (String condition : List.of("e.a = ?#{@unequal}", "e.a in ?#{@unequals}")) {
			CallerValues values = values(Duration.ZERO, condition);
			ListAppender<ILoggingEvent> log = new ListAppender<>();
			Logger logger = (Logger) LoggerFactory.getLogger(EvaluationLog.class);
			log.start();
			logger.addAppender(log);
			for (Caller caller : List.of(ALICE, BOB, ALICE)) {
				ErrnoException refused = Objects
					.requireNonNull(catchThrowableOfType(ErrnoException.class, () -> as(caller, values::current)));
				assertThat(refused.errno()).isEqualTo(Errno.EACCES);
				assertThat(as(caller, values::known)).isNull();
			}
			logger.detachAppender(log);
			assertThat(log.list).singleElement().satisfies((event) -> {
				assertThat(event.getLevel()).isEqualTo(Level.WARN);
				assertThat(event.getFormattedMessage()).contains("'readable' of Letters", "@unequal");
				assertThat(event.getThrowableProxy().getMessage())
					.isEqualTo("a value is a java.lang.Object, whose class does not override equals, so that two of "
							+ "them are never the same");
			});
		}
	}

	@Test
	void valuesThatAnOperationHoldsCountUntilItEnds() {
		CallerValues values = values(Duration.ZERO, "e.a = ?#{login}");
		as(ALICE, () -> HeldValues.during(List.of(values), () -> {
			values.current();
			HeldValues.during(List.of(values), values::current);
			assertThat(as(BOB, values::current)).isEqualTo(List.of("bob"));
			return values.current();
		}));
		assertThat(Users.ASKED).as("once for each user").hasValue(2);
		as(ALICE, values::current);
		assertThat(Users.ASKED).hasValue(3);
	}

	@Test
	void whileValuesAreFoundOutOtherValuesAreAskedForAndHeld() {
		CallerValues values = values(Duration.ZERO, "e.a = ?#{login}");
		CallerValues others = values(Duration.ZERO, "e.b = ?#{clerk}");
		this.binding = () -> {
			this.binding = () -> CallerScope.Binding.NONE;
			others.current();
			return CallerScope.Binding.NONE;
		};
		as(ALICE, () -> HeldValues.during(List.of(values), () -> {
			assertThat(values.current()).isEqualTo(List.of("alice"));
			assertThat(others.current()).isEqualTo(List.of(false));
			return values.current();
		}));
		assertThat(this.asked).as("once for each repository").hasSize(4);
	}

	@Test
	void oneRepositoryAloneDecidesByItself() {
		CallerValues values = values(Duration.ofMinutes(1), "e.a = ?#{login}");
		CallerValues others = values(Duration.ofMinutes(1), "e.b = ?#{clerk}");
		assertThat(new JoinedAudiences(List.of(), false).simplified()).isNull();
		assertThat(new JoinedAudiences(List.of(values), false).simplified()).isSameAs(values);
		JoinedAudiences both = new JoinedAudiences(List.of(values, others), false);
		assertThat(both.simplified()).isSameAs(both);
	}

}
