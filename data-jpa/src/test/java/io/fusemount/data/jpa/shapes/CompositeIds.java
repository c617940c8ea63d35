package io.fusemount.data.jpa.shapes;

import java.io.Serializable;
import java.sql.Blob;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.creation.FileInitializer;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.Version;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.repository.CrudRepository;

/**
 * Entities with ids of several columns. New ones are numbered, four in a shelf, and those
 * whose names begin with "same" all alike.
 */
public final class CompositeIds {

	/** With everything that needs an escape in a name or in the text of an id. */
	private static final String SHELF = "s~,%/.é-";

	private static final AtomicInteger numbers = new AtomicInteger();

	private CompositeIds() {
	}

	/** What belongs together, and is no file. */
	@Entity(name = "Folder")
	public static class Folder {

		@Id
		Long id;

	}

	public interface FolderRepository extends CrudRepository<Folder, Long> {

	}

	/** A class with another one in it. */
	@Embeddable
	public static class PageId implements Serializable {

		private static final long serialVersionUID = 1L;

		UUID edition;

		@Embedded
		Place place;

		protected PageId() {
		}

		PageId(UUID edition, Place place) {
			this.edition = edition;
			this.place = place;
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof PageId id && this.edition.equals(id.edition) && this.place.equals(id.place);
		}

		@Override
		public int hashCode() {
			return this.place.hashCode();
		}

	}

	@Embeddable
	public record Place(@Column(length = 50) String shelf, int number) implements Serializable {

	}

	@Entity(name = "Page")
	public static class Page {

		@EmbeddedId
		PageId id;

		String name;

		@Lob
		Blob content;

		long size;

		@Version
		Integer version;

	}

	@FuseMount
	public interface PageRepository extends CrudRepository<Page, PageId> {

	}

	/** The columns are the entity's, bytes are in the row, and there is no version. */
	@Entity(name = "Sheet")
	@IdClass(Place.class)
	public static class Sheet {

		@Id
		@Column(length = 50)
		String shelf;

		@Id
		int number;

		String name;

		@FileContent
		@Column(length = 10_000_000)
		byte[] content;

		long size;

	}

	@FuseMount
	public interface SheetRepository extends CrudRepository<Sheet, Place> {

	}

	public record AttachmentId(Long folder, int number) implements Serializable {

	}

	/** A part of the id is an association. */
	@Entity(name = "Attachment")
	@IdClass(AttachmentId.class)
	public static class Attachment {

		@Id
		@ManyToOne(fetch = FetchType.LAZY)
		Folder folder;

		@Id
		int number;

		String name;

		@Lob
		Blob content;

		long size;

		@Version
		int version;

	}

	@FuseMount
	public interface AttachmentRepository extends CrudRepository<Attachment, AttachmentId> {

	}

	@Embeddable
	public record ReceiptId(Long folderId, int number) implements Serializable {

	}

	/** A part of the id is the key of an association. */
	@Entity(name = "Receipt")
	public static class Receipt {

		@EmbeddedId
		ReceiptId id;

		@MapsId("folderId")
		@ManyToOne(fetch = FetchType.LAZY, optional = false)
		Folder folder;

		String name;

		@Lob
		Blob content;

		long size;

		@Version
		int version;

	}

	@FuseMount
	public interface ReceiptRepository extends CrudRepository<Receipt, ReceiptId> {

	}

	/** One column, which the application gives. */
	@Entity(name = "Ticket")
	public static class Ticket {

		@Id
		Integer number;

		String name;

		@FileContent
		@Column(length = 100)
		byte[] content;

		long size;

	}

	@FuseMount
	public interface TicketRepository extends CrudRepository<Ticket, Integer> {

	}

	/** Gives new entities their ids. */
	@Configuration(proxyBeanMethods = false)
	static class Initializers {

		private static int number(String name) {
			return name.startsWith("same") ? 0 : numbers.incrementAndGet();
		}

		private static Place place(String name) {
			int number = number(name);
			return new Place(SHELF + number / 4, number);
		}

		private static Folder folder(ObjectProvider<FolderRepository> folders, int number) {
			return folders.getObject().findById((long) number / 4).orElseGet(() -> {
				Folder folder = new Folder();
				folder.id = (long) number / 4;
				return folders.getObject().save(folder);
			});
		}

		@Bean
		FileInitializer<Page> pages() {
			return (page, file) -> page.id = new PageId(new UUID(-1, 0), place(file.name()));
		}

		@Bean
		FileInitializer<Ticket> tickets() {
			return (ticket, file) -> ticket.number = number(file.name());
		}

		@Bean
		FileInitializer<Sheet> sheets() {
			return (sheet, file) -> {
				Place place = place(file.name());
				sheet.shelf = place.shelf();
				sheet.number = place.number();
			};
		}

		@Bean
		FileInitializer<Attachment> attachments(ObjectProvider<FolderRepository> folders) {
			return (attachment, file) -> {
				attachment.number = number(file.name());
				attachment.folder = folder(folders, attachment.number);
			};
		}

		@Bean
		FileInitializer<Receipt> receipts(ObjectProvider<FolderRepository> folders) {
			return (receipt, file) -> {
				int number = number(file.name());
				receipt.folder = folder(folders, number);
				receipt.id = new ReceiptId(receipt.folder.id, number);
			};
		}

	}

	/** The directories whose files have ids of several columns. */
	public static List<String> directories() {
		return List.of("pages", "sheets", "attachments", "receipts");
	}

}
