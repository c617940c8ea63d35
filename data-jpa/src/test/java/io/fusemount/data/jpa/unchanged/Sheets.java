package io.fusemount.data.jpa.unchanged;

import java.sql.Blob;
import java.sql.Clob;
import java.time.Instant;
import java.util.List;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Basic;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.SQLUpdate;
import org.hibernate.annotations.UpdateTimestamp;
import org.jspecify.annotations.Nullable;

import org.springframework.data.repository.CrudRepository;

/** A sheet of paper for each kind of content, with the annotation and without it. */
public final class Sheets {

	static final int LENGTH = 10_000_000;

	/** Of more, most databases make a large object. */
	private static final int SHORT = 50_000;

	private Sheets() {
	}

	/** What each of them has. All content is in a column of one name. */
	@MappedSuperclass
	public abstract static class Sheet {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(unique = true)
		public @Nullable String name;

		long size;

		@Nullable String shelf;

		@Nullable String origin;

		@Version
		int version;

		@UpdateTimestamp
		@Nullable Instant modified;

		public void setOrigin(String origin) {
			this.origin = origin;
		}

	}

	@MappedSuperclass
	public abstract static class OfBlob extends Sheet {

		@Lob
		@Column(length = LENGTH)
		@Nullable Blob payload;

	}

	@MappedSuperclass
	public abstract static class OfBytes extends Sheet {

		@Column(length = LENGTH)
		byte @Nullable [] payload;

	}

	@MappedSuperclass
	public abstract static class OfLobBytes extends Sheet {

		@Lob
		@Column(length = LENGTH)
		byte @Nullable [] payload;

	}

	@MappedSuperclass
	public abstract static class OfClob extends Sheet {

		@Lob
		@Column(length = LENGTH)
		@Nullable Clob payload;

	}

	@MappedSuperclass
	public abstract static class OfLobText extends Sheet {

		@Lob
		@Column(length = LENGTH)
		@Nullable String payload;

	}

	@MappedSuperclass
	public abstract static class OfText extends Sheet {

		@FileContent
		@Column(length = LENGTH)
		@Nullable String payload;

	}

	@MappedSuperclass
	public abstract static class OfEmbedded extends Sheet {

		@Embedded
		@Nullable Print print;

	}

	@Embeddable
	public record Print(@FileContent @Column(length = SHORT) byte[] payload) {

	}

	@MappedSuperclass
	public abstract static class OfAnother extends Sheet {

		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL, orphanRemoval = true)
		@Nullable Scan scan;

	}

	@Entity(name = "SheetScan")
	public static class Scan {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(length = LENGTH)
		byte @Nullable [] payload;

	}

	@Entity(name = "BlobSheet")
	public static class BlobSheet extends OfBlob {

	}

	@Entity(name = "DynamicBlobSheet")
	@DynamicUpdate
	public static class DynamicBlobSheet extends OfBlob {

	}

	@Entity(name = "BytesSheet")
	public static class BytesSheet extends OfBytes {

	}

	@Entity(name = "DynamicBytesSheet")
	@DynamicUpdate
	public static class DynamicBytesSheet extends OfBytes {

	}

	@Entity(name = "LobBytesSheet")
	public static class LobBytesSheet extends OfLobBytes {

	}

	@Entity(name = "DynamicLobBytesSheet")
	@DynamicUpdate
	public static class DynamicLobBytesSheet extends OfLobBytes {

	}

	@Entity(name = "ClobSheet")
	public static class ClobSheet extends OfClob {

	}

	@Entity(name = "DynamicClobSheet")
	@DynamicUpdate
	public static class DynamicClobSheet extends OfClob {

	}

	@Entity(name = "LobTextSheet")
	public static class LobTextSheet extends OfLobText {

	}

	@Entity(name = "DynamicLobTextSheet")
	@DynamicUpdate
	public static class DynamicLobTextSheet extends OfLobText {

	}

	@Entity(name = "TextSheet")
	public static class TextSheet extends OfText {

	}

	@Entity(name = "DynamicTextSheet")
	@DynamicUpdate
	public static class DynamicTextSheet extends OfText {

	}

	@Entity(name = "EmbeddedSheet")
	public static class EmbeddedSheet extends OfEmbedded {

	}

	@Entity(name = "DynamicEmbeddedSheet")
	@DynamicUpdate
	public static class DynamicEmbeddedSheet extends OfEmbedded {

	}

	@Entity(name = "AnothersSheet")
	public static class AnothersSheet extends OfAnother {

	}

	@Entity(name = "DynamicAnothersSheet")
	@DynamicUpdate
	public static class DynamicAnothersSheet extends OfAnother {

	}

	/** Enhanced by the build, so that it is loaded without its content. */
	@Entity(name = "LazySheet")
	public static class LazySheet extends Sheet {

		@Basic(fetch = FetchType.LAZY)
		@Column(length = LENGTH)
		byte @Nullable [] payload;

	}

	/** Has a statement of its own for updates, which takes the values of all columns. */
	@Entity(name = "OwnUpdateSheet")
	@SQLUpdate(sql = "update own_update_sheet set name = ?, payload = ?, size = ? where id = ?")
	public static class OwnUpdateSheet {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Nullable String name;

		@Column(length = LENGTH)
		byte @Nullable [] payload;

		long size;

	}

	/** Has its content together with its name. */
	@Entity(name = "CardSheet")
	public static class CardSheet {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Embedded
		@Nullable Card card;

		long size;

	}

	@Embeddable
	public record Card(String name, @Column(length = SHORT) byte[] payload) {

	}

	/** Returns the paths of those whose content stays where it is. */
	public static List<String> paths() {
		return List.of("blobs", "bytes", "lob-bytes", "clobs", "lob-texts", "texts", "embedded", "anothers", "lazy");
	}

	/** Returns those paths of entities that have the annotation. */
	public static List<String> dynamicPaths() {
		return paths().stream().filter((path) -> !path.equals("lazy")).map("dynamic-"::concat).toList();
	}

	@FuseMount("blobs/{shelf}")
	public interface BlobSheets extends CrudRepository<BlobSheet, Long> {

	}

	@FuseMount("dynamic-blobs/{shelf}")
	public interface DynamicBlobSheets extends CrudRepository<DynamicBlobSheet, Long> {

	}

	@FuseMount("bytes/{shelf}")
	public interface BytesSheets extends CrudRepository<BytesSheet, Long> {

	}

	@FuseMount("dynamic-bytes/{shelf}")
	public interface DynamicBytesSheets extends CrudRepository<DynamicBytesSheet, Long> {

	}

	@FuseMount("lob-bytes/{shelf}")
	public interface LobBytesSheets extends CrudRepository<LobBytesSheet, Long> {

	}

	@FuseMount("dynamic-lob-bytes/{shelf}")
	public interface DynamicLobBytesSheets extends CrudRepository<DynamicLobBytesSheet, Long> {

	}

	@FuseMount("clobs/{shelf}")
	public interface ClobSheets extends CrudRepository<ClobSheet, Long> {

	}

	@FuseMount("dynamic-clobs/{shelf}")
	public interface DynamicClobSheets extends CrudRepository<DynamicClobSheet, Long> {

	}

	@FuseMount("lob-texts/{shelf}")
	public interface LobTextSheets extends CrudRepository<LobTextSheet, Long> {

	}

	@FuseMount("dynamic-lob-texts/{shelf}")
	public interface DynamicLobTextSheets extends CrudRepository<DynamicLobTextSheet, Long> {

	}

	@FuseMount("texts/{shelf}")
	public interface TextSheets extends CrudRepository<TextSheet, Long> {

	}

	@FuseMount("dynamic-texts/{shelf}")
	public interface DynamicTextSheets extends CrudRepository<DynamicTextSheet, Long> {

	}

	@FuseMount("embedded/{shelf}")
	public interface EmbeddedSheets extends CrudRepository<EmbeddedSheet, Long> {

	}

	@FuseMount("dynamic-embedded/{shelf}")
	public interface DynamicEmbeddedSheets extends CrudRepository<DynamicEmbeddedSheet, Long> {

	}

	@FuseMount("anothers/{shelf}")
	public interface AnothersSheets extends CrudRepository<AnothersSheet, Long> {

	}

	@FuseMount("dynamic-anothers/{shelf}")
	public interface DynamicAnothersSheets extends CrudRepository<DynamicAnothersSheet, Long> {

	}

	@FuseMount("lazy/{shelf}")
	public interface LazySheets extends CrudRepository<LazySheet, Long> {

	}

	@FuseMount("own-updates")
	public interface OwnUpdateSheets extends CrudRepository<OwnUpdateSheet, Long> {

	}

	@FuseMount("cards")
	public interface CardSheets extends CrudRepository<CardSheet, Long> {

	}

}
