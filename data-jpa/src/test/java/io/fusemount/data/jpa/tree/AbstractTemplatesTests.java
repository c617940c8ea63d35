package io.fusemount.data.jpa.tree;

import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.data.jpa.claims.Claims;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Base of the tests of directories that come from paths with variables, on each database.
 */
abstract class AbstractTemplatesTests {

	static Stream<RunningClaims> databases() {
		return Running.DATABASES.stream();
	}

	@BeforeEach
	void clear() {
		databases().forEach(RunningClaims::clear);
	}

	static Claims.Customer customer(RunningClaims database, String name, @Nullable String region) {
		Claims.Customer customer = new Claims.Customer();
		customer.name = name;
		customer.region = region;
		return database.save(customer);
	}

	static Claims.Claim claim(RunningClaims database, @Nullable String number, Claims.@Nullable Customer customer) {
		Claims.Claim claim = new Claims.Claim();
		claim.number = number;
		claim.customer = customer;
		return database.save(claim);
	}

	static Claims.Letter letter(RunningClaims database, String name, Claims.@Nullable Customer customer,
			@Nullable String kind, @Nullable Integer year) {
		Claims.Letter letter = new Claims.Letter();
		letter.name = name;
		letter.customer = customer;
		letter.kind = kind;
		letter.year = year;
		letter.fill(name);
		return database.save(letter);
	}

	static ErrnoException failure(ThrowingCallable work) {
		Throwable failure = catchThrowable(work);
		assertThat(failure).isInstanceOf(ErrnoException.class);
		return (ErrnoException) failure;
	}

	static void date(Claims.Letter letter, RunningClaims database, @Nullable String local) {
		database.apply((entityManager) -> {
			Claims.Letter found = Objects.requireNonNull(entityManager.find(Claims.Letter.class, letter.id));
			found.created = (local != null) ? Timestamp.valueOf(LocalDateTime.parse(local)).toInstant() : null;
			return found;
		});
	}

	static int count(Directory directory) {
		int count = 0;
		String position = null;
		do {
			var page = directory.list(position);
			for (var entry : page.entries()) {
				Node node = entry.node();
				count += (node != null) ? 1 : 0;
			}
			position = page.next();
		}
		while (position != null);
		return count;
	}

	/** Started with the first test, for all of the virtual machine's. */
	private static final class Running {

		static final List<RunningClaims> DATABASES = RunningClaims.start();

	}

}
