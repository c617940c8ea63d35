package io.fusemount.autoconfigure.place;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class OwnershipTests {

	private static final int USER = 1000;

	@Test
	void aDirectoryOfTheUserAloneIsFine() {
		assertThat(new Ownership(USER, 50, 0700).objection(USER)).isNull();
		assertThat(new Ownership(USER, 50, 0755).objection(USER)).isNull();
	}

	@Test
	void aDirectoryOfSomebodyElseIsRefusedEvenToRoot() {
		assertThat(new Ownership(1001, 1001, 0700).objection(USER))
			.isEqualTo("belongs to user 1001, and the process is user 1000");
		assertThat(new Ownership(USER, USER, 0700).objection(0))
			.isEqualTo("belongs to user 1000, and the process is user 0");
	}

	@Test
	void aDirectoryThatOthersMayWriteToIsRefused() {
		assertThat(new Ownership(USER, USER, 0775).objection(USER)).isEqualTo("is writable by others (mode 775)");
		assertThat(new Ownership(USER, USER, 01777).objection(USER)).isEqualTo("is writable by others (mode 777)");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			# owner, group, mode, present, safe
			0,    0,    0755,  false, true
			1000, 1000, 0755,  false, true
			1000, 1000, 0775,  false, true
			1000, 100,  0775,  false, false
			0,    50,   02775, true,  false
			0,    0,    0777,  true,  false
			0,    0,    01777, true,  true
			0,    0,    01777, false, false
			1001, 1001, 0755,  true,  false
			1001, 1001, 01777, true,  false
			""")
	void knowsWhoElseCouldPutAnotherDirectoryThere(int owner, int group, String mode, boolean present, boolean safe) {
		assertThat(new Ownership(owner, group, Integer.parseInt(mode, 8)).isSafeAbove(USER, present)).isEqualTo(safe);
	}

}
