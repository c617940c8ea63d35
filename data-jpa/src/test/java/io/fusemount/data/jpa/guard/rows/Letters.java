package io.fusemount.data.jpa.guard.rows;

import java.util.Set;

import io.fusemount.annotation.FileContent;
import io.fusemount.data.jpa.guard.ReadGuardsTests;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.FilterDef;
import org.hibernate.annotations.ParamDef;
import org.hibernate.annotations.SQLRestriction;
import org.hibernate.annotations.SoftDelete;

/** Entities whose rows are not for everybody, by their mapping. */
public final class Letters {

	private Letters() {
	}

	@MappedSuperclass
	public abstract static class Base {

		@Id
		@GeneratedValue
		Long id;

		public String name;

		@Lob
		public byte[] content = {};

		public long size;

		public boolean hidden;

	}

	@Entity(name = "Letter")
	public static class Letter extends Base {

	}

	@Entity(name = "Filtered")
	@FilterDef(name = "visible", defaultCondition = "hidden = false")
	@Filter(name = "visible")
	public static class Filtered extends Base {

	}

	/** Its rows are there for everybody, whoever may see the other ones. */
	@Entity(name = "Answer")
	public static class Answer extends Base {

		@ManyToOne(fetch = FetchType.EAGER)
		Filtered question;

		@OneToMany(fetch = FetchType.EAGER)
		@JoinColumn
		@Filter(name = "visible")
		Set<Letter> copies;

	}

	/** Its rows are there for everybody, and their content is not. */
	@Entity(name = "Envelope")
	public static class Envelope extends Base {

		@FileContent
		@OneToOne(cascade = CascadeType.ALL)
		Filtered letter;

	}

	@Entity(name = "Owned")
	@FilterDef(name = "mine", defaultCondition = "name = :me", autoEnabled = true,
			parameters = @ParamDef(name = "me", type = String.class, resolver = ReadGuardsTests.Me.class))
	@Filter(name = "mine")
	public static class Owned extends Base {

	}

	@Entity(name = "AlwaysFiltered")
	@FilterDef(name = "always", defaultCondition = "hidden = false", autoEnabled = true)
	@Filter(name = "always")
	public static class AlwaysFiltered extends Base {

	}

	@Entity(name = "Restricted")
	@SQLRestriction("hidden = false")
	public static class Restricted extends Base {

	}

	@Entity(name = "SoftlyDeleted")
	@SoftDelete
	public static class SoftlyDeleted extends Base {

	}

}
