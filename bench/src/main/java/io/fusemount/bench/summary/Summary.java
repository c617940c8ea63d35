package io.fusemount.bench.summary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects the results of benchmarks, and shows them as a table and as two pictures.
 */
public final class Summary {

	private static final List<String> SHORT_LIST = List.of("create 4 KiB", "overwrite 4 KiB",
			"cat 4 KiB, cold, 10,000 entries", "ls -l, warm, 10,000 entries", "rename");

	private Summary() {
	}

	/**
	 * Collects, prints and draws.
	 * @param arguments the directory of the results, and the benchmarks to collect;
	 * without any, the previously collected results are drawn again
	 */
	public static void main(String[] arguments) throws IOException {
		Path directory = Path.of(arguments[0]);
		Path all = directory.resolve("all.json");
		if (arguments.length > 1) {
			Files.writeString(all, collect(directory, List.of(arguments).subList(1, arguments.length)));
		}
		List<Load> loads = Results.read(Files.readString(all));
		System.out.print(Table.of(loads));
		Path picture = Files.writeString(directory.resolve("all.svg"), Picture.of(loads));
		Path shortPicture = Files.writeString(directory.resolve("short.svg"), Picture.of(shortList(loads)));
		System.out.println(Stream.of(all, picture, shortPicture)
			.map(Path::toString)
			.collect(Collectors.joining(", ", "Written: ", "")));
	}

	/**
	 * Returns the loads that users ask about first, each with a single bar.
	 */
	static List<Load> shortList(List<Load> loads) {
		return SHORT_LIST.stream()
			.flatMap((name) -> loads.stream().filter((load) -> load.name().equals(name)))
			.map(Load::withFirstWay)
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
