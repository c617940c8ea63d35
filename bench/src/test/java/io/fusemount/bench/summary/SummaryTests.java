package io.fusemount.bench.summary;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Delays;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Report;
import io.fusemount.bench.measure.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SummaryTests {

	@TempDir
	private Path directory;

	private String collected = "";

	@BeforeEach
	void collect() throws IOException {
		new Report(reads("cat <a> & b", 0.7, 500, 1000), reads("create", 0, 1, 2)).publish(result("files"));
		new Report(delays()).publish(result("visibility"));
		Files.writeString(result("core"), """
				[{"benchmark": "io.fusemount.CoreBenchmark.resolve",
				  "primaryMetric": {"score": 81.25, "scoreUnit": "ns/op"}}]""");
		this.collected = Summary.collect(this.directory, List.of("files", "visibility", "core"));
	}

	private Path result(String subject) {
		return this.directory.resolve(subject + ".json");
	}

	private static Comparison reads(String load, double goal, double ours, double theirs) {
		Comparison reads = new Comparison(load, Unit.OPERATIONS, "local disk", goal);
		reads.add("fusemount", new Measurement(ours, 1));
		reads.add("local disk", new Measurement(theirs, 1));
		return reads;
	}

	private static Delays delays() {
		Delays delays = new Delays("visibility", 10);
		delays.add("fusemount", 20_000_000);
		return delays;
	}

	@Test
	void theTableHasEachWayWithItsRatioAndSaysWhichGoalWasMissed() {
		assertThat(Table.of(Results.read(this.collected)).lines())
			.anyMatch((line) -> line.matches("files: cat <a> & b +fusemount +500 IOPS .* 0\\.50 .*goal 0\\.70 MISSED"))
			.anyMatch((line) -> line.matches(" +local disk +1,000 IOPS .* 1\\.00"))
			.anyMatch((line) -> line.matches("files: create .* 0\\.50 +1 = local disk"))
			.anyMatch((line) -> line.matches("visibility: visibility .*p99 20\\.00 ms .* 0\\.50 .*MISSED"))
			.anyMatch((line) -> line.matches("core: resolve +fusemount +81\\.3 ns/op"));
	}

	@Test
	void thePictureIsXmlAndHasWhatHasAGoal() throws Exception {
		Document picture = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(Picture.of(Results.read(this.collected)))));
		assertThat(picture.getDocumentElement().getTextContent()).contains("cat <a> & b", "0.50 fusemount", "p99 20.00")
			.doesNotContain("create", "resolve");
	}

	@Test
	void theSameResultsGiveTheSamePicture() {
		assertThat(Picture.of(Results.read(this.collected))).isEqualTo(Picture.of(Results.read(this.collected)));
	}

	@Test
	void theShortListHasOneBarForEachQuestionOfUsers() {
		Load save = new Load("files", "overwrite 4 KiB", "JDBC", 0.5, List.of(way("fusemount"), way("local disk")));
		Load copy = new Load("files", "create 4 KiB", "JDBC", 0.5, List.of(way("fusemount"), way("JDBC")));
		Load unlink = new Load("files", "unlink", "JDBC", 0.5, List.of(way("fusemount")));
		assertThat(Summary.shortList(List.of(save, copy, unlink))).containsExactly(
				new Load("files", "copy files in (cp -r)", "JDBC", 0.5, List.of(way("fusemount"))),
				new Load("files", "save a file again", "JDBC", 0.5, List.of(way("fusemount"))));
	}

	private static Way way(String name) {
		return new Way(name, 0.5, "1 IOPS", "");
	}

	@Test
	void theRecordedPicturesShowTheRecordedResults() throws IOException {
		Path results = Path.of("results");
		List<Load> loads = Results
			.read(Summary.collect(results, List.of("files", "visibility", "transport", "commits")));
		assertThat(results.resolve("all.svg")).hasContent(Picture.of(loads));
		assertThat(Summary.shortList(loads)).hasSize(5);
		assertThat(results.resolve("short.svg")).hasContent(Picture.of(Summary.shortList(loads)));
	}

	@Test
	void whatIsNoResultIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Results.read("{\"other\": {}}"))
			.withMessageContaining("other");
	}

}
