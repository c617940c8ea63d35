package io.fusemount.core.name;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ScratchNamesTests {

	@ParameterizedTest
	@ValueSource(strings = { ".letter.txt.swp", ".letter.txt.swo", ".letter.txt.swx", ".swp", "4913", "letter.txt~",
			"~", "#letter.txt#", ".#letter.txt", ".~lock.letter.odt#", "~$letter.docx", "~WRD0000.tmp",
			"lu12345abc.tmp", ".goutputstream-R4T5Y6", "._letter.txt", ".DS_Store", ".line\nbreak.swp" })
	void knowsTheNamesThatProgramsUse(String name) {
		assertThat(ScratchNames.of(ScratchNames.DEFAULTS).matches(new Name(name))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { ".letter.txt.aB3dE6", ".größe.txt.Xy12aB", "letter.txt.hJxPqd", "sedAb12Cd", "sedatives",
			"XXa9GFN5", "zio5lMYx", "tmp9W9V4D" })
	void knowsTheNamesOfTemporaryFiles(String name) {
		ScratchNames names = ScratchNames.of(ScratchNames.DEFAULTS);
		assertThat(names.matches(new Name(name), true)).isTrue();
		assertThat(names.matches(new Name(name), false)).isFalse();
		assertThat(names.matches(new Name(name))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "letter.txt", "letter.tmp.txt", ".profile", ".config.backups", "sedate", "zipped", "XX",
			"49131", "x4913", "~letter.txt", "letter~.txt", "#letter", "letter.swp", ".letter.svg", ".git",
			".gitignore", ".htaccess", "goutputstream-R4T5Y6", "C7A41000", "Invoice 2026-11.pdf" })
	void leavesOtherNamesAlone(String name) {
		assertThat(ScratchNames.of(ScratchNames.DEFAULTS).matches(new Name(name), true)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { ".~tmp~", ".rsync-partial", ".lock", "archive.lock" })
	void knowsTheDirectoriesThatProgramsMakeForThemselves(String name) {
		ScratchNames names = ScratchNames.of(ScratchNames.DEFAULTS);
		assertThat(names.matchesDirectory(new Name(name))).isTrue();
		assertThat(names.matches(new Name("archive.lock"), true)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { ".git", "old~", "a.tmp", "tmp9W9V4D", ".DS_Store", "lock", "Invoices" })
	void leavesOtherDirectoriesAlone(String name) {
		assertThat(ScratchNames.of(ScratchNames.DEFAULTS).matchesDirectory(new Name(name))).isFalse();
	}

	@Test
	void aSlashAtTheEndIsAboutDirectories() {
		ScratchNames names = ScratchNames.of(List.of(".git/", "buildXXXXXX/", "*~"));
		assertThat(names.matchesDirectory(new Name(".git"))).isTrue();
		assertThat(names.matches(new Name(".git"))).isFalse();
		assertThat(names.matchesDirectory(new Name("buildaB3dE6"))).isTrue();
		assertThat(names.matchesDirectory(new Name("old~"))).isFalse();
	}

	@Test
	void patternsMeanWhatTheySay() {
		ScratchNames names = ScratchNames.of(List.of("a?c", "x.[0-9]", "(*)", "XXXXXXX"));
		assertThat(names.matches(new Name("abc"))).isTrue();
		assertThat(names.matches(new Name("abbc"))).isFalse();
		assertThat(names.matches(new Name("x.7"))).isTrue();
		assertThat(names.matches(new Name("xy7"))).isFalse();
		assertThat(names.matches(new Name("(anything)"))).isTrue();
		assertThat(names.matches(new Name("anything"))).isFalse();
		assertThat(names.matches(new Name("aB3dE6X"), true)).isTrue();
		assertThat(names.matches(new Name("aB3dE67"), true)).isFalse();
	}

}
