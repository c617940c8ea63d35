package io.fusemount.data.jpa.kinds;

import java.sql.Blob;
import java.util.List;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;

import org.springframework.data.jpa.repository.JpaRepository;

/** Content in another entity. */
final class AssociatedContentKinds {

	private AssociatedContentKinds() {
	}

	@Entity
	static class ContentRow {

		@Id
		@GeneratedValue
		Long id;

		@Lob
		byte[] bytes;

	}

	@Entity
	static class ContentBeside extends ContentKinds.Described {

		@FileContent
		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL)
		ContentRow content;

		@Kind("content in a lazy `@OneToOne`")
		@FuseMount
		interface Files extends JpaRepository<ContentBeside, Long> {

		}

	}

	@Entity
	static class OwnedContent {

		@Id
		Long id;

		@MapsId
		@OneToOne
		ContentOwner owner;

		Blob data;

	}

	@Entity
	static class ContentOwner extends ContentKinds.Described {

		@OneToOne(mappedBy = "owner", cascade = CascadeType.ALL)
		OwnedContent content;

		@Kind("content in a `@OneToOne(mappedBy)` with `@MapsId` there, not annotated")
		@FuseMount
		interface Files extends JpaRepository<ContentOwner, Long> {

		}

	}

	@Entity
	static class ContentApart extends ContentKinds.Described {

		@FileContent
		@OneToOne
		ContentRow content;

		@Kind("content in a `@OneToOne` without a cascade")
		@FuseMount
		interface Files extends JpaRepository<ContentApart, Long> {

		}

	}

	@Entity
	static class ReadContentApart extends ContentKinds.Described {

		@FileContent
		@OneToOne
		ContentRow content;

		@Kind(value = "content in a `@OneToOne` without a cascade, read-only",
				row = "insert into associated_content_kinds$content_row (id, bytes) values (-1, X'6f6c64'); "
						+ "insert into associated_content_kinds$read_content_apart (id, content_id, name, size) "
						+ "values (-1, -1, 'old.txt', 3)")
		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<ReadContentApart, Long> {

		}

	}

	@Entity
	static class SharedContent extends ContentKinds.Described {

		@FileContent
		@ManyToOne(cascade = CascadeType.ALL)
		ContentRow content;

		@Kind("content in a `@ManyToOne`")
		@FuseMount
		interface Files extends JpaRepository<SharedContent, Long> {

		}

	}

	@Entity
	static class ManyContents extends ContentKinds.Described {

		@FileContent
		@OneToMany(cascade = CascadeType.ALL)
		List<ContentRow> contents;

		@Kind("content in a `@OneToMany`")
		@FuseMount
		interface Files extends JpaRepository<ManyContents, Long> {

		}

	}

	@Entity
	static class EmptyRow {

		@Id
		Long id;

	}

	@Entity
	static class NothingBeside extends ContentKinds.Described {

		@FileContent
		@OneToOne(cascade = CascadeType.ALL)
		EmptyRow content;

		@Kind("`@FileContent` on a `@OneToOne` without content")
		@FuseMount
		interface Files extends JpaRepository<NothingBeside, Long> {

		}

	}

	@Entity
	static class NumberedRow {

		@Id
		Long id;

		byte[] bytes;

	}

	@Entity
	static class NumberedBeside extends ContentKinds.Described {

		@OneToOne(cascade = CascadeType.ALL)
		NumberedRow content;

		@Kind("content in a `@OneToOne` whose id nothing gives")
		@FuseMount
		interface Files extends JpaRepository<NumberedBeside, Long> {

		}

	}

	@Entity
	static class ZeroRow {

		@Id
		long id;

		byte[] bytes;

	}

	@Entity
	static class ZeroBeside extends ContentKinds.Described {

		@OneToOne(cascade = CascadeType.ALL)
		ZeroRow content;

		@Kind("content in a `@OneToOne` whose id is the same for each")
		@FuseMount
		interface Files extends JpaRepository<ZeroBeside, Long> {

		}

	}

}
