package io.fusemount.core.spool;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Labels as text.
 */
class SpoolLabelTests {

	@ParameterizedTest
	@ValueSource(strings = { "a.txt", " leading", "  two", "trailing ", "=", "a=b:c", "#comment", "!comment", "\\",
			"a\\", "a\\nb", "line\nline", "tab\tfeed\freturn\r", "\u0001\u007f\u0085\u2028", "ä€😀" })
	void isParsedAsItWasWritten(String text) throws IOException {
		SpoolLabel label = new SpoolLabel(SpoolLabel.Kind.SCRATCH, new NodeKey("space " + text, text), new Name(text),
				new NodeKey(text, "id " + text), 1000, new Ownership(1, null, 0640),
				AttributeValues.of("user." + text, text.getBytes(StandardCharsets.UTF_8))
					.with(AttributeValues.of("user.a=b: c", new byte[] { 0, 10, 13, -1, 92, 32 })));
		assertThat(SpoolLabel.parse(label.text() + "\n\n\n")).isEqualTo(label);
		Properties properties = new Properties();
		properties.load(new StringReader(label.text()));
		assertThat(properties).containsEntry("name", text).doesNotContainKey("group").hasSize(11);
	}

}
