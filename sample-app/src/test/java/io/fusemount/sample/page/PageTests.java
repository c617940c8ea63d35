package io.fusemount.sample.page;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PageTests {

	@Test
	void aDirectoryIsNamedAsTheMountNamesIt() {
		Page page = Page.TOP.below("customers", "/customers").below("Müller / Söhne", "/customers/7");
		assertThat(page.directory()).isEqualTo("/customers/Müller %2F Söhne");
		assertThat(Page.TOP.directory()).isEmpty();
	}

	@Test
	void moreThanAPageHoldsIsLeftOut() {
		Page page = Page.TOP
			.with(IntStream.range(0, 1001).mapToObj((number) -> Entry.fixed(String.valueOf(number), "/")));
		assertThat(page.entries()).hasSize(1000);
		assertThat(page.isCut()).isTrue();
	}

	@Test
	void sizesAreReadable() {
		assertThat(size(0)).isEqualTo("0 B");
		assertThat(size(999)).isEqualTo("999 B");
		assertThat(size(1000)).isEqualTo("1.0 KB");
		assertThat(size(9_960)).isEqualTo("10 KB");
		assertThat(size(999_600)).isEqualTo("1.0 MB");
		assertThat(size(Long.MAX_VALUE)).isEqualTo("9.2 EB");
	}

	private static String size(long bytes) {
		return String.valueOf(new Entry("name", "/", bytes, null, null).readableSize());
	}

}
