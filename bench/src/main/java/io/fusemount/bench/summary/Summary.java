package io.fusemount.bench.summary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects the results of benchmarks, and shows them as a table and as two pictures.
 */
public final class Summary {

	/** The names of loads by what users ask. */
	private static final Map<String, String> QUESTIONS = questions();

	private Summary() {
	}

	private static Map<String, String> questions() {
		Map<String, String> questions = new LinkedHashMap<>();
		questions.put("copy files in (cp -r)", "create 4 KiB");
		questions.put("list 10,000 files (ls -l)", "ls -l, warm, 10,000 entries");
		questions.put("read 10,000 files (grep -r)", "cat 4 KiB, cold, 10,000 entries");
		questions.put("save a file again", "overwrite 4 KiB");
		questions.put("look at 10,000 files (stat)", "stat, warm, 10,000 entries");
		return questions;
	}

	/**
	 * Collects, prints and draws.
	 * @param arguments the directory of the results, and the benchmarks to collect
	 */
	public static void main(String[] arguments) throws IOException {
		Path directory = Path.of(arguments[0]);
		List<Load> loads = Results.read(collect(directory, List.of(arguments).subList(1, arguments.length)));
		System.out.print(Table.of(loads));
		Path picture = Files.writeString(directory.resolve("all.svg"), Picture.of(loads));
		Path shortPicture = Files.writeString(directory.resolve("short.svg"), Picture.of(shortList(loads)));
		System.out.println(Stream.of(picture, shortPicture)
			.map(Path::toString)
			.collect(Collectors.joining(", ", "Written: ", "")));
	}

	/**
	 * Returns the loads that users ask about first, each with a single bar.
	 */
	static List<Load> shortList(List<Load> loads) {
		return QUESTIONS.entrySet()
			.stream()
			.flatMap((question) -> loads.stream()
				.filter((load) -> load.name().equals(question.getValue()))
				.map((load) -> load.withFirstWay(question.getKey())))
			.toList();
	}

	static String collect(Path directory, List<String> subjects) throws IOException {
		StringBuilder json = new StringBuilder("{\n");
		for (String subject : subjects) {
			String result = Files.readString(directory.resolve(subject + ".json"));
			json.append((json.length() > 2) ? ",\n" : "")
				.append('"')
				.append(subject)
				.append("\": ")
				.append(result.strip());
		}
		return json.append("\n}\n").toString();
	}

}
