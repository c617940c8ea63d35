package io.fusemount.sample.example;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A PDF of one page with lines of text, as small as possible.
 */
final class SimplePdf {

	/** One byte per character, so that lengths in characters are offsets in bytes. */
	private static final Charset ENCODING = StandardCharsets.ISO_8859_1;

	private final StringBuilder text = new StringBuilder("%PDF-1.4\n");

	private final List<Integer> offsets = new ArrayList<>();

	private SimplePdf() {
	}

	static byte[] of(String title, List<String> lines) {
		return new SimplePdf().write(title, lines);
	}

	private byte[] write(String title, List<String> lines) {
		object("<< /Type /Catalog /Pages 2 0 R >>");
		object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
				+ "/Resources << /Font << /F1 5 0 R >> >> >>");
		String page = page(title, lines);
		object("<< /Length " + page.length() + " >>\nstream\n" + page + "\nendstream");
		object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
		int crossReferences = this.text.length();
		this.text.append("xref\n0 ").append(this.offsets.size() + 1).append("\n0000000000 65535 f \n");
		this.offsets.forEach((offset) -> this.text.append(String.format("%010d 00000 n \n", offset)));
		this.text.append("trailer\n<< /Size ")
			.append(this.offsets.size() + 1)
			.append(" /Root 1 0 R >>\nstartxref\n")
			.append(crossReferences)
			.append("\n%%EOF\n");
		return this.text.toString().getBytes(ENCODING);
	}

	private void object(String body) {
		this.offsets.add(this.text.length());
		this.text.append(this.offsets.size()).append(" 0 obj\n").append(body).append("\nendobj\n");
	}

	private static String page(String title, List<String> lines) {
		StringBuilder page = new StringBuilder("BT\n/F1 20 Tf\n72 760 Td\n(").append(escape(title))
			.append(") Tj\n/F1 11 Tf\n18 TL\n0 -20 Td\n");
		lines.forEach((line) -> page.append("T* (").append(escape(line)).append(") Tj\n"));
		return page.append("ET").toString();
	}

	private static String escape(String text) {
		return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)");
	}

}
