package io.fusemount.core.node;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Changes of extended attributes.
 */
class AttributeValuesTests {

	private static final byte[] ALL = new byte[256];

	static {
		for (int i = 0; i < ALL.length; i++) {
			ALL[i] = (byte) i;
		}
	}

	private final Map<String, byte[]> stored = new TreeMap<>(Map.of("user.a", bytes("1"), "user.b", bytes("2")));

	private final ExtendedAttributes before = new ExtendedAttributes() {

		@Override
		public List<String> names() {
			return new ArrayList<>(AttributeValuesTests.this.stored.keySet());
		}

		@Override
		public byte @Nullable [] value(String name) {
			return AttributeValuesTests.this.stored.get(name);
		}

	};

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Test
	void laterChangesCountMore() {
		AttributeValues changes = AttributeValues.of("user.a", bytes("first"))
			.with(AttributeValues.of("user.b", null))
			.with(AttributeValues.of("user.a", bytes("last")))
			.with(AttributeValues.of("user.c", new byte[0]))
			.with(AttributeValues.NONE);
		ExtendedAttributes after = changes.over(this.before);
		assertThat(after.names()).containsExactly("user.a", "user.c");
		assertThat(after.value("user.a")).isEqualTo(bytes("last"));
		assertThat(after.value("user.b")).isNull();
		assertThat(after.value("user.c")).isEmpty();
		assertThat(this.before.names()).containsExactly("user.a", "user.b");
	}

	@Test
	void nothingChangesNothing() {
		assertThat(AttributeValues.NONE.isNone()).isTrue();
		assertThat(AttributeValues.NONE.over(this.before)).isSameAs(this.before);
	}

	@Test
	void whatCanBeSetIsUpToTheSource() {
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> AttributeValues.of("user.a", ALL).over(this.before).requireSettable("user.a", ALL))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EOPNOTSUPP));
	}

	@Test
	void anotherProcessReadsTheSame() {
		AttributeValues changes = AttributeValues.of("user.all", ALL).with(AttributeValues.of("user.gone", null));
		NoteReader notes = new NoteReader(
				new NoteWriter().attributes(changes).attributes(AttributeValues.NONE).number(7).toByteArray());
		AttributeValues read = notes.attributes();
		assertThat(read).isEqualTo(changes);
		assertThat(read.over(this.before).value("user.all")).isEqualTo(ALL);
		assertThat(notes.attributes().isNone()).isTrue();
		assertThat(notes.number()).isEqualTo(7);
	}

}
