package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The statements of programs in a directory of ten small files.
 */
abstract class AbstractFlatStatementsTests extends AbstractProgramStatementsTests {

	AbstractFlatStatementsTests(CountedDatabase database) {
		super(database);
	}

	@Override
	CountedApplication start(String jdbcUrl, Path directory) throws IOException {
		return new CountedApplication(MountedApplication.class, jdbcUrl, directory,
				MountedApplication.files(directory));
	}

	@Override
	String fill() {
		return """
				rm -rf * ../../local/*
				for i in 0 1 2 3 4 5 6 7 8 9; do echo "content $i" > f$i.txt; echo "local $i" > ../../local/l$i.txt; done
				tar cf ../../local.tar -C ../../local .
				""";
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# program                            | cold | warm
			ls                                   |   1 |   1
			ls -l                                |   1 |   1
			stat f0.txt                          |   1 |   0
			stat *                               |   1 |   1
			cat f0.txt                           |   2 |   0
			cat *                                |   4 |   1
			head -c 3 f0.txt                     |   2 |   0
			cp f0.txt ../../local/out            |   2 |   0
			cp * ../../local                     |   4 |   1
			find .                               |   1 |   1
			find . -type f -size -1k             |   1 |   1
			du -a .                              |   1 |   1
			grep -r content .                    |   4 |   1
			tar cf ../../local/all.tar .         |   4 |   1
			rsync -a ./ ../../local/copy/        |   4 |   1
			""")
	@Semantics("Files that have been listed and read cost no statement again except the pages of directories that "
			+ "are listed, whichever program asks.")
	@Semantics("`ls -l`, `find` and `du` cost the pages of directories, and no statement for each file.")
	void looking(String program, int cold, int warm) {
		checkLooking(program, cold, warm);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# program                            | H2, warm | PostgreSQL, warm
			cp ../../local/l0.txt .              |   2 |   2 |   2 |   2
			cp ../../local/* .                   |  20 |  20 |  20 |  20
			cp ../../local/l0.txt f0.txt         |   3 |   2 |   3 |   2
			mv f0.txt g.txt                      |   4 |   3 |   4 |   3
			mv f0.txt f1.txt                     |   5 |   3 |   7 |   5
			mv ../../local/l0.txt .              |   2 |   2 |   2 |   2
			rm f0.txt                            |   3 |   2 |   3 |   2
			rm -r *                              |  21 |  21 |  21 |  21
			rsync -a ../../local/l0.txt .        |   3 |   3 |   3 |   3
			rsync -a ../../local/ .              |  30 |  30 |  30 |  30
			tar xf ../../local.tar               |  20 |  20 |  20 |  20
			""")
	void changing(String program, int h2Cold, int h2Warm, int postgresCold, int postgresWarm) {
		checkChanging(program, of(h2Cold, postgresCold), of(h2Warm, postgresWarm));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# program, once it has done its work  | cold | warm
			rsync -a ../../local/ .              |  10 |   0
			""")
	@Semantics("`rsync -a` to a directory that has everything already costs a lookup for each name, and nothing "
			+ "where the names are known.")
	void repeating(String program, int cold, int warm) {
		checkRepeating(program, cold, warm);
	}

}
