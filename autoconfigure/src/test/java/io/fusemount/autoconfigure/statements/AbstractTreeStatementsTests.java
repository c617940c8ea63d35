package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.tree.TreeApplication;
import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The statements of programs in a tree of seven directories, the outermost included, with
 * nineteen small files: <pre>
 * top.txt
 * a/ 1.txt 2.txt 3.txt
 *    x/ 1.txt 2.txt 3.txt
 *    y/ 1.txt 2.txt 3.txt
 * b/ the same
 * </pre>
 */
abstract class AbstractTreeStatementsTests extends AbstractProgramStatementsTests {

	AbstractTreeStatementsTests(CountedDatabase database) {
		super(database);
	}

	@Override
	CountedApplication start(String jdbcUrl, Path directory) throws IOException {
		return new CountedApplication(TreeApplication.class, jdbcUrl, directory, TreeApplication.tree(directory));
	}

	@Override
	String fill() {
		return """
				rm -rf * ../../local/*
				for d in . ../../local/new; do
				  mkdir -p $d; echo top > $d/top.txt
				  for s in a a/x a/y b b/x b/y; do mkdir $d/$s; for i in 1 2 3; do echo "content $i" > $d/$s/$i.txt; done; done
				done
				tar cf ../../local/new.tar -C ../../local new
				""";
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# program                            | cold | warm
			ls                                   |   4 |   4
			ls -l                                |   4 |   4
			ls -l a                              |   3 |   2
			ls -lR                               |  16 |  16
			stat a/x/1.txt                       |   3 |   0
			stat a/x/1.txt a/x/2.txt b           |   5 |   0
			cat a/x/1.txt                        |   4 |   0
			cat a/x/1.txt a/x/2.txt a/x/3.txt    |   8 |   0
			head -c 3 a/x/1.txt                  |   4 |   0
			cp a/x/1.txt ../../local/out         |   4 |   0
			cp -r a ../../local                  |  11 |   6
			find .                               |  16 |  16
			find . -type f -size -1k             |  16 |  16
			du -a .                              |  16 |  16
			grep -r content .                    |  24 |  16
			tar cf ../../local/all.tar .         |  24 |  16
			rsync -a ./ ../../local/copy/        |  24 |  16
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
			cp ../../local/new/top.txt a/x       |   6 |   4 |   7 |   5
			cp -r ../../local/new/a b/           |  49 |  48 |  61 |  60
			cp ../../local/new/top.txt a/x/1.txt |   5 |   2 |   5 |   2
			mv a/x/1.txt a/x/4.txt               |   8 |   5 |   9 |   6
			mv a/x/1.txt top2.txt                |   9 |   6 |  10 |   7
			mv a/x/1.txt b/1.txt                 |   8 |   3 |  10 |   5
			mv a c                               |   7 |   6 |   8 |   7
			mv a b/                              |   8 |   6 |   9 |   7
			rm a/x/1.txt                         |   5 |   2 |   5 |   2
			rm -r a                              |  40 |  39 |  40 |  39
			rsync -a ../../local/new/top.txt a/x/|   8 |   6 |   9 |   7
			rsync -a ../../local/new .           | 143 | 143 | 169 | 169
			tar xf ../../local/new.tar           | 105 | 105 | 131 | 131
			""")
	void changing(String program, int h2Cold, int h2Warm, int postgresCold, int postgresWarm) {
		checkChanging(program, of(h2Cold, postgresCold), of(h2Warm, postgresWarm));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			# program, once it has done its work  | cold | warm
			rsync -a ../../local/new .           |  26 |   0
			""")
	@Semantics("`rsync -a` to a directory that has everything already costs a lookup for each name, and nothing "
			+ "where the names are known.")
	void repeating(String program, int cold, int warm) {
		checkRepeating(program, cold, warm);
	}

}
