package io.fusemount.data.jpa.kinds;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Entity;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.SQLDelete;
import org.hibernate.annotations.SQLRestriction;
import org.hibernate.annotations.SoftDelete;
import org.hibernate.annotations.Subselect;
import org.hibernate.annotations.TenantId;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.Repository;
import org.springframework.security.access.prepost.PreAuthorize;

/** Classes, their rows and their repositories. */
final class ClassKinds {

	private ClassKinds() {
	}

	@Entity
	@Inheritance(strategy = InheritanceType.SINGLE_TABLE)
	abstract static class SingleTable extends Stored {

		@Kind("the abstract root of a hierarchy")
		@FuseMount
		interface Files extends JpaRepository<SingleTable, Long> {

		}

	}

	@Entity
	static class OneOfTable extends SingleTable {

		String color;

		@Kind("a subclass, single table")
		@FuseMount
		interface Files extends JpaRepository<OneOfTable, Long> {

		}

	}

	@Entity
	@Inheritance(strategy = InheritanceType.JOINED)
	static class Joined extends Stored {

		@Kind("the root of a hierarchy, joined tables")
		@FuseMount
		interface Files extends JpaRepository<Joined, Long> {

		}

	}

	@Entity
	static class JoinedPart extends Joined {

		String color;

		@Kind("a subclass, joined tables")
		@FuseMount
		interface Files extends JpaRepository<JoinedPart, Long> {

		}

	}

	@Entity
	@Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
	static class OwnTable extends Stored {

	}

	@Entity
	static class OwnTablePart extends OwnTable {

		String color;

		@Kind("a subclass, a table for each class")
		@FuseMount
		interface Files extends JpaRepository<OwnTablePart, Long> {

		}

	}

	@Entity
	@SoftDelete
	static class SoftlyDeleted extends Stored {

		@Kind("`@SoftDelete`")
		@FuseMount
		interface Files extends JpaRepository<SoftlyDeleted, Long> {

		}

	}

	@Entity
	@SQLRestriction("name <> 'hidden.txt'")
	static class Restricted extends Stored {

		@Kind("`@SQLRestriction`")
		@FuseMount
		interface Files extends JpaRepository<Restricted, Long> {

		}

	}

	@Entity
	@Immutable
	static class Unchangeable extends Stored {

		@Kind("`@Immutable`")
		@FuseMount
		interface Files extends JpaRepository<Unchangeable, Long> {

		}

	}

	@Entity
	@Subselect("select id, name, content, size, version from class_kinds$restricted")
	static class View extends Stored {

		@Kind(value = "`@Subselect`, read-only",
				row = "insert into class_kinds$restricted (id, name, content, size, version) values (0, 'old.txt', X'6f6c64', 3, 0)")
		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<View, Long> {

		}

	}

	@Entity
	static class OfTenant extends Stored {

		@TenantId
		String tenant;

		@Kind("`@TenantId`")
		@FuseMount
		interface Files extends JpaRepository<OfTenant, Long> {

		}

	}

	@Entity
	static class Guarded extends Stored {

		@Kind("`@PreAuthorize` on the repository")
		@FuseMount
		@PreAuthorize("hasRole('CLERK')")
		interface Files extends JpaRepository<Guarded, Long> {

		}

	}

	@Entity
	static class Findable extends Stored {

		@Kind(value = "a repository without `save` and `delete`",
				row = "insert into class_kinds$findable (id, name, content, size, version) values (0, 'old.txt', X'6f6c64', 3, 0)")
		@FuseMount
		interface Files extends Repository<Findable, Long> {

			Findable findById(Long id);

		}

	}

	@Entity
	static class Growing extends Stored {

		@Kind("a repository without `delete`")
		@FuseMount
		interface Files extends Repository<Growing, Long> {

			Growing findById(Long id);

			Growing save(Growing entity);

		}

	}

	@Entity
	@Subselect("select id, name, content, size, version from class_kinds$restricted")
	static class WritableView extends Stored {

		@Kind("`@Subselect`")
		@FuseMount
		interface Files extends JpaRepository<WritableView, Long> {

		}

	}

	@Entity
	@SQLDelete(sql = "update class_kinds$hidden_rows set hidden = true where id = ? and version = ?")
	@SQLRestriction("not hidden")
	static class HiddenRows extends Stored {

		boolean hidden;

		@Kind("`@SQLDelete` with `@SQLRestriction`")
		@FuseMount
		interface Files extends JpaRepository<HiddenRows, Long> {

		}

	}

	@Entity
	@Immutable
	static class UnchangeableToRead extends Stored {

		@Kind(value = "`@Immutable`, read-only",
				row = "insert into class_kinds$unchangeable_to_read (id, name, content, size, version) "
						+ "values (0, 'old.txt', X'6f6c64', 3, 0)")
		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<UnchangeableToRead, Long> {

		}

	}

	@Entity
	static class Strayed extends Stored {

		@Kind("`@FuseMount(mount = \"reports\")`, and no such mount")
		@FuseMount(mount = "reports")
		interface Files extends JpaRepository<Strayed, Long> {

		}

	}

}
