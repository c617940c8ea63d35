package io.fusemount.data.jpa.database;

import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgresPlusDialect;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DatabaseKindTests {

	@Test
	void dialectIsOfTheKindThatItIsDerivedFrom() {
		assertThat(DatabaseKind.of(new PostgresPlusDialect())).isEqualTo(DatabaseKind.POSTGRESQL);
		assertThat(DatabaseKind.of(new MySQLDialect() {
		})).isEqualTo(DatabaseKind.MYSQL);
	}

	@Test
	void mariaDbDoesWhatMySqlDoesButForUpdatesFromTheSameTable() {
		DatabaseKind maria = DatabaseKind.of(new MariaDBDialect());
		DatabaseKind mysql = DatabaseKind.of(new MySQLDialect());
		assertThat(maria.hasColumnCharacterSets()).isEqualTo(mysql.hasColumnCharacterSets()).isTrue();
		assertThat(maria.refusesByKey()).isEqualTo(mysql.refusesByKey()).isTrue();
		assertThat(maria.cutsTimes()).isEqualTo(mysql.cutsTimes()).isTrue();
		assertThat(maria.updatesFromSameTable()).isTrue();
		assertThat(mysql.updatesFromSameTable()).isFalse();
	}

	@Test
	void ofAnUnknownDatabaseNothingSpecialIsExpected() {
		DatabaseKind other = DatabaseKind.of(new HSQLDialect());
		assertThat(other).isEqualTo(DatabaseKind.OTHER);
		assertThat(other.keepsAnyText()).isFalse();
	}

}
