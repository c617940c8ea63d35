package io.fusemount.conformance.documentation;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the world is told of each module: Maven Central takes none without it.
 */
class ModulesTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	@Test
	void theProjectSaysWhereItIsWhoMadeItAndWhatOneMayDoWithIt() {
		assertThat(List.of("url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
				"scm/url", "scm/connection", "scm/developerConnection"))
			.allSatisfy((element) -> assertThat(texts("pom.xml", element)).hasSize(1).doesNotContain(""));
	}

	@Test
	void everyModuleHasANameAndADescriptionOfItsOwn() {
		assertThat(texts("pom.xml", "modules/module")).isNotEmpty().allSatisfy((module) -> {
			assertThat(texts(module + "/pom.xml", "name")).singleElement().asString().startsWith("FuseMount ");
			assertThat(texts(module + "/pom.xml", "description")).singleElement().asString().endsWith(".");
		});
	}

	@Test
	void whatNobodyDependsOnIsNotReleased() {
		assertThat(texts("pom.xml", "modules/module"))
			.filteredOn((module) -> texts(module + "/pom.xml", "properties/maven.deploy.skip").contains("true"))
			.containsExactly("compatibility", "sample-app", "bench");
	}

	private static List<String> texts(String pom, String path) {
		try {
			Document document = DocumentBuilderFactory.newInstance()
				.newDocumentBuilder()
				.parse(ROOT.resolve(pom).toFile());
			NodeList found = (NodeList) XPathFactory.newInstance()
				.newXPath()
				.evaluate("/project/" + path, document, XPathConstants.NODESET);
			return IntStream.range(0, found.getLength())
				.mapToObj((index) -> found.item(index).getTextContent().strip())
				.toList();
		}
		catch (Exception ex) {
			throw new IllegalStateException(pom, ex);
		}
	}

}
