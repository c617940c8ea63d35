package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SegmentViewTests {

	private static final long ORIGIN = 1000;

	@TempDir
	Path directory;

	@Test
	void bytesEndWhereTheirRangeDoes() throws IOException {
		SegmentView view = view(new ByteRange(1010, 1020), new ByteRange(1030, 1031));
		assertThat(view.end(1000)).as("before all").isEqualTo(1000);
		assertThat(view.end(1009)).as("just before").isEqualTo(1009);
		assertThat(view.end(1010)).as("the first").isEqualTo(1020);
		assertThat(view.end(1019)).as("the last").isEqualTo(1020);
		assertThat(view.end(1020)).as("just behind").isEqualTo(1020);
		assertThat(view.end(1029)).as("between").isEqualTo(1029);
		assertThat(view.end(1030)).as("a single one").isEqualTo(1031);
		assertThat(view.end(1031)).as("behind all").isEqualTo(1031);
		assertThat(view().end(1000)).as("nothing there").isEqualTo(1000);
	}

	@Test
	void onlyAWholeRangeIsLocated() throws IOException {
		SegmentView view = view(new ByteRange(1010, 1020));
		LocalRange located = view.locate(1012, 1020);
		assertThat(located).isNotNull();
		assertThat(located.position()).isEqualTo(12);
		assertThat(located.length()).isEqualTo(8);
		assertThat(view.locate(1012, 1021)).isNull();
		assertThat(view.locate(1009, 1012)).isNull();
	}

	@Test
	void bytesAreReadFromTheirPlaceInTheFile() throws IOException {
		ByteBuffer target = ByteBuffer.allocate(3);
		assertThat(view(new ByteRange(1010, 1020)).read(1012, target)).isEqualTo(3);
		assertThat(target.array()).containsExactly(12, 13, 14);
	}

	private SegmentView view(ByteRange... ranges) throws IOException {
		byte[] bytes = new byte[40];
		for (int i = 0; i < bytes.length; i++) {
			bytes[i] = (byte) i;
		}
		Path path = Files.write(this.directory.resolve("file"), bytes);
		return new SegmentView(FileChannel.open(path), new LocalFile(path, bytes.length, () -> {
		}), ORIGIN, List.of(ranges));
	}

}
