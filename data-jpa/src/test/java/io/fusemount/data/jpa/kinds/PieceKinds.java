package io.fusemount.data.jpa.kinds;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;

import org.springframework.data.jpa.repository.JpaRepository;

/** How the bytes are in pieces. */
final class PieceKinds {

	private static final int PIECE = 4096;

	private PieceKinds() {
	}

	/** Everything but pieces. */
	@MappedSuperclass
	abstract static class Versioned extends ContentKinds.Described {

		@Version
		int version;

	}

	@Entity
	static class Pieces extends Versioned {

		@FileContent
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = 256 * 1024)
		Map<Integer, byte[]> content = new HashMap<>();

		@Kind("pieces (`Map<Integer, byte[]>`)")
		@FuseMount
		interface Files extends JpaRepository<Pieces, Long> {

		}

	}

	@Entity
	@Inheritance(strategy = InheritanceType.JOINED)
	static class PiecesOfAll extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

	}

	@Entity
	static class PiecesOfSome extends PiecesOfAll {

		String more;

		@Kind("pieces that a `JOINED` hierarchy shares")
		@FuseMount
		interface Files extends JpaRepository<PiecesOfSome, Long> {

		}

	}

	@Entity
	static class PiecesAtOnce extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection(fetch = FetchType.EAGER)
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

		@Kind("pieces that are loaded eagerly")
		@FuseMount
		interface Files extends JpaRepository<PiecesAtOnce, Long> {

		}

	}

	@Entity
	static class PieceList extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@OrderColumn
		@Column(length = PIECE)
		List<byte[]> content;

		@Kind("pieces in a `List`")
		@FuseMount
		interface Files extends JpaRepository<PieceList, Long> {

		}

	}

	@Entity
	static class ShortPieces extends Versioned {

		@FileContent
		@ElementCollection
		@MapKeyColumn(name = "number")
		Map<Integer, byte[]> content;

		@Kind("pieces in a column without a length")
		@FuseMount
		interface Files extends JpaRepository<ShortPieces, Long> {

		}

	}

	@Entity
	static class PiecesWithoutVersion extends ContentKinds.Described {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

		@Kind("pieces without a `@Version`")
		@FuseMount
		interface Files extends JpaRepository<PiecesWithoutVersion, Long> {

		}

	}

}
