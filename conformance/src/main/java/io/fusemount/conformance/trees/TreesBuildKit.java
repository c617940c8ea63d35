package io.fusemount.conformance.trees;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: programs that build in the directory of their sources. They rely on times,
 * and create and remove directories as they need them.
 */
abstract class TreesBuildKit extends DirectoryKit {

	@Test
	void makesWhatIsOutOfDate() {
		assumeInstalled("make");
		sh("mkdir -p src/one/deep src/two && printf a > src/one/a.txt && printf b > src/one/deep/b.txt"
				+ " && printf c > src/two/c.txt");
		sh("""
				cat > Makefile <<'END'
				SOURCES := $(shell find src -name '*.txt' | sort)
				OBJECTS := $(SOURCES:src/%.txt=out/obj/%.o)
				out/lib/all: $(OBJECTS)
				\t@mkdir -p $(@D)
				\t@cat $^ > $@
				out/obj/%.o: src/%.txt
				\t@mkdir -p $(@D)
				\t@echo made $@
				\t@tr a-z A-Z < $< > $@
				clean:
				\t@rm -r out
				END""");
		// make -j4
		assertThat(sh("make -j4 | sort && cat out/lib/all")).isEqualTo("""
				made out/obj/one/a.o
				made out/obj/one/deep/b.o
				made out/obj/two/c.o
				ABC""");
		assertThat(sh("make")).contains("is up to date");
		// touch; make
		assertThat(sh("touch src/one/deep/b.txt && make").strip()).isEqualTo("made out/obj/one/deep/b.o");
		// make clean; make
		sh("make clean && test ! -e out && make && test $(cat out/lib/all) = ABC");
	}

	@Test
	void compilesAndRunsJava() {
		assumeInstalled("javac", "jar", "java");
		sh("mkdir -p src/com/example/words lib && printf 'package com.example.words;"
				+ " public class Greeting { public static class Text { public String toString() { return \"hello\"; } } }'"
				+ " > src/com/example/words/Greeting.java && printf 'package com.example; public class Main {"
				+ " public static void main(String[] a) { System.out.println(new com.example.words.Greeting.Text()); } }'"
				+ " > src/com/example/Main.java");
		// javac -d; jar; java
		sh("javac -d build/classes $(find src -name '*.java') && jar -c -f lib/app.jar -C build/classes ."
				+ " && test $(java -cp lib/app.jar com.example.Main) = hello"
				+ " && test $(java -cp build/classes com.example.Main) = hello");
		assertThat(names()).contains("build/classes/com/example/words/Greeting$Text.class", "lib/app.jar");
	}

}
