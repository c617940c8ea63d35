package io.fusemount.sample.example;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SimplePdfTests {

	private final String pdf = new String(SimplePdf.of("Rechnung (Kopie)", List.of("Bäckerei Müller", "Total: 5")),
			StandardCharsets.ISO_8859_1);

	@Test
	void crossReferencesPointAtTheObjects() {
		Matcher entries = Pattern.compile("(\\d{10}) 00000 n \n").matcher(this.pdf);
		int object = 0;
		while (entries.find()) {
			object++;
			assertThat(this.pdf.substring(Integer.parseInt(entries.group(1)))).startsWith(object + " 0 obj\n");
		}
		assertThat(object).isEqualTo(5);
		assertThat(this.pdf).contains("xref\n0 6\n").endsWith("%%EOF\n");
		Matcher start = Pattern.compile("startxref\n(\\d+)\n").matcher(this.pdf);
		assertThat(start.find()).isTrue();
		assertThat(this.pdf.substring(Integer.parseInt(start.group(1)))).startsWith("xref\n");
	}

	@Test
	void theStreamIsAsLongAsItSays() {
		Matcher stream = Pattern.compile("/Length (\\d+) >>\nstream\n(.*)\nendstream", Pattern.DOTALL)
			.matcher(this.pdf);
		assertThat(stream.find()).isTrue();
		assertThat(stream.group(2)).hasSize(Integer.parseInt(stream.group(1)));
	}

	@Test
	void textIsEscaped() {
		assertThat(this.pdf).contains("(Rechnung \\(Kopie\\)) Tj").contains("(Bäckerei Müller) Tj");
	}

}
