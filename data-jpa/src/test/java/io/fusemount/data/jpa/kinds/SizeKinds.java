package io.fusemount.data.jpa.kinds;

import java.sql.Blob;

import io.fusemount.annotation.FileSize;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Generated;

import org.springframework.data.jpa.repository.JpaRepository;

/** Where the size comes from. */
final class SizeKinds {

	private SizeKinds() {
	}

	/** Everything but a size. */
	@MappedSuperclass
	abstract static class Unsized {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@Lob
		Blob content;

	}

	@Entity
	static class IntegerSize extends Unsized {

		Integer size;

		@Kind("`Integer`")
		@FuseMount
		interface Files extends JpaRepository<IntegerSize, Long> {

		}

	}

	@Entity
	static class FormulaSize extends Unsized {

		@Formula("octet_length(content)")
		long size;

		@Kind("`@Formula`")
		@FuseMount
		interface Files extends JpaRepository<FormulaSize, Long> {

		}

	}

	@Entity
	static class GeneratedSize extends Unsized {

		@Generated
		@Column(columnDefinition = "bigint generated always as (octet_length(content))", insertable = false,
				updatable = false)
		long size;

		@Kind("a generated column")
		@FuseMount
		interface Files extends JpaRepository<GeneratedSize, Long> {

		}

	}

	@Entity
	static class ForeignSize extends Unsized {

		@Column(insertable = false, updatable = false, columnDefinition = "bigint")
		long size;

		@Kind("a column that nobody fills")
		@FuseMount
		interface Files extends JpaRepository<ForeignSize, Long> {

		}

	}

	@Entity
	static class DefaultSize extends Unsized {

		@ColumnDefault("0")
		long size;

		@Kind(value = "a column that was added with `default 0`, and was not filled",
				row = "insert into size_kinds$default_size (id, name, content) values (0, 'old.txt', X'6f6c64')")
		@FuseMount
		interface Files extends JpaRepository<DefaultSize, Long> {

		}

	}

	@Entity
	static class NullSize extends Unsized {

		Long size;

		@Kind(value = "a column that is null",
				row = "insert into size_kinds$null_size (id, name, content) values (0, 'old.txt', X'6f6c64')")
		@FuseMount
		interface Files extends JpaRepository<NullSize, Long> {

		}

	}

	@Entity
	static class NoSize extends Unsized {

		@Kind("none")
		@FuseMount
		interface Files extends JpaRepository<NoSize, Long> {

		}

	}

	@Entity
	static class TextSize extends Unsized {

		@FileSize
		String size;

		@Kind("`String`")
		@FuseMount
		interface Files extends JpaRepository<TextSize, Long> {

		}

	}

}
