package io.fusemount.data.jpa.guard.tenants;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.FilterDef;
import org.hibernate.annotations.ParamDef;
import org.hibernate.annotations.TenantId;

import org.springframework.data.jpa.repository.JpaRepository;

/** One entity with rows of several tenants, and one that is everybody's. */
public final class TenantRepositories {

	private TenantRepositories() {
	}

	@Entity(name = "Contract")
	public static class Contract {

		@Id
		@GeneratedValue
		Long id;

		String name;

		byte[] content;

		long size;

		@TenantId
		String tenant;

	}

	@Entity(name = "Form")
	public static class Form {

		@Id
		@GeneratedValue
		Long id;

		String name;

		byte[] content;

		long size;

	}

	/** No session of this application can read: its filter has no value. */
	@Entity(name = "Unresolved")
	@FilterDef(name = "theirs", defaultCondition = "name = :them", autoEnabled = true,
			parameters = @ParamDef(name = "them", type = String.class))
	@Filter(name = "theirs")
	public static class Unresolved {

		@Id
		@GeneratedValue
		Long id;

		String name;

		byte[] content;

		long size;

	}

	interface OfUnresolved extends JpaRepository<Unresolved, Long> {

	}

	interface Contracts extends JpaRepository<Contract, Long> {

	}

	interface Forms extends JpaRepository<Form, Long> {

	}

}
