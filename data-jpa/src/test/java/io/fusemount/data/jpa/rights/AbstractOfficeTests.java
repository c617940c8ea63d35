package io.fusemount.data.jpa.rights;

import java.util.List;
import java.util.stream.Stream;

import io.fusemount.core.errno.ErrnoException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Base of the tests of what callers see and may do, on each database.
 */
abstract class AbstractOfficeTests {

	static Stream<RunningOffice> databases() {
		return Running.DATABASES.stream();
	}

	@BeforeEach
	void clear() {
		databases().forEach(RunningOffice::clear);
	}

	static ErrnoException failure(ThrowingCallable work) {
		return catchThrowableOfType(ErrnoException.class, work);
	}

	/** Started with the first test, for all of the virtual machine's. */
	private static final class Running {

		static final List<RunningOffice> DATABASES = RunningOffice.start();

	}

}
