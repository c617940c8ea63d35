package io.fusemount.data.jpa.tenants;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.FilterDef;
import org.hibernate.annotations.ParamDef;
import org.hibernate.annotations.TenantId;
import org.jspecify.annotations.Nullable;

import org.springframework.data.jpa.repository.JpaRepository;

/** Papers of houses, and of people. */
public final class Houses {

	private Houses() {
	}

	/** What every file has. */
	@MappedSuperclass
	public abstract static class Paper {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(nullable = false)
		String name = "";

		byte[] content = {};

		long size;

		@Nullable String kind;

		@Version
		int version;

	}

	/** A paper of a house. */
	@Entity(name = "Contract")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "tenant", "name" }))
	public static class Contract extends Paper {

		@TenantId
		@Nullable String tenant;

	}

	/** A paper of a house, several of which may have one name. */
	@Entity(name = "Draft")
	public static class Draft extends Paper {

		@TenantId
		@Nullable String tenant;

	}

	/** A paper of a house, whose name no other house has. */
	@Entity(name = "Patent")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = "name"))
	public static class Patent extends Paper {

		@TenantId
		@Nullable String tenant;

	}

	/** A paper of everybody. */
	@Entity(name = "Form")
	public static class Form extends Paper {

	}

	/** A paper of whoever has written it. */
	@Entity(name = "Memo")
	@FilterDef(name = "mine", defaultCondition = "author = :me and size <= :room", autoEnabled = true,
			parameters = { @ParamDef(name = "me", type = String.class, resolver = People.Me.class),
					@ParamDef(name = "room", type = Long.class, resolver = People.Room.class) })
	@Filter(name = "mine")
	public static class Memo extends Paper {

		String author = People.login();

	}

	/** A room of a house. */
	@Entity(name = "Room")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "tenant", "name" }))
	public static class Room {

		@Id
		@GeneratedValue
		@Nullable Long id;

		@Column(nullable = false)
		String name = "";

		@TenantId
		@Nullable String tenant;

		@Version
		int version;

	}

	/** A paper in a room. */
	@Entity(name = "Sheet")
	public static class Sheet extends Paper {

		@ManyToOne(fetch = FetchType.LAZY)
		@Nullable Room room;

		@TenantId
		@Nullable String tenant;

	}

	@FuseMount("contracts")
	interface Contracts extends JpaRepository<Contract, Long> {

	}

	@FuseMount(value = "open", readable = "e.kind is null or e.kind <> 'secret'", writable = "e.name <> ?#{'locked'}")
	interface OpenContracts extends JpaRepository<Contract, Long> {

	}

	@FuseMount("kinds/{kind}")
	interface ContractsByKind extends JpaRepository<Contract, Long> {

	}

	@FuseMount("drafts")
	interface Drafts extends JpaRepository<Draft, Long> {

	}

	@FuseMount("patents")
	interface Patents extends JpaRepository<Patent, Long> {

	}

	@FuseMount("forms")
	interface Forms extends JpaRepository<Form, Long> {

	}

	@FuseMount("memos")
	interface Memos extends JpaRepository<Memo, Long> {

	}

	@FuseMount("rooms")
	interface Rooms extends JpaRepository<Room, Long> {

	}

	@FuseMount("rooms/{room}")
	interface Sheets extends JpaRepository<Sheet, Long> {

	}

	@FuseMount("sheets/{room}")
	interface SheetsByRoom extends JpaRepository<Sheet, Long> {

	}

}
