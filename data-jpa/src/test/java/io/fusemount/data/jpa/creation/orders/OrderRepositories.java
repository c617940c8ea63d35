package io.fusemount.data.jpa.creation.orders;

import io.fusemount.annotation.FuseMount;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Repositories of what new rows lack. */
public final class OrderRepositories {

	private OrderRepositories() {
	}

	public interface Customers extends JpaRepository<Orders.Customer, Long> {

	}

	@FuseMount("contracts")
	public interface Contracts extends JpaRepository<Orders.Contract, Long> {

		@Query("select c.customer.company || ' ' || c.kind || ' ' || c.note from Contract c where c.name = :name")
		String describe(String name);

	}

	@FuseMount("joined")
	interface Joined extends JpaRepository<Orders.Joined, Long> {

	}

	@FuseMount("mirrored")
	interface Mirrored extends JpaRepository<Orders.Mirrored, Long> {

	}

	@FuseMount("assigned")
	interface Assigned extends JpaRepository<Orders.Assigned, String> {

	}

	@FuseMount("selfAssigned")
	interface SelfAssigned extends JpaRepository<Orders.SelfAssigned, String> {

	}

	@FuseMount("calledBack")
	interface CalledBack extends JpaRepository<Orders.CalledBack, Long> {

	}

	@FuseMount("listened")
	interface Listened extends JpaRepository<Orders.Listened, Long> {

	}

	@FuseMount("audited")
	interface Audited extends JpaRepository<Orders.Audited, Long> {

	}

	@FuseMount("auditedContracts")
	interface AuditedContracts extends JpaRepository<Orders.AuditedContract, Long> {

	}

	@FuseMount("defaulted")
	interface Defaulted extends JpaRepository<Orders.Defaulted, Long> {

	}

	@FuseMount("stamped")
	interface Stamped extends JpaRepository<Orders.Stamped, Long> {

	}

	@FuseMount("validated")
	interface Validated extends JpaRepository<Orders.Validated, Long> {

	}

	@FuseMount("relaxed")
	interface Relaxed extends JpaRepository<Orders.Relaxed, Long> {

	}

	@FuseMount("undefaulted")
	interface Undefaulted extends JpaRepository<Orders.Undefaulted, Long> {

	}

	@FuseMount("derived")
	interface Derived extends JpaRepository<Orders.Derived, Long> {

	}

	@FuseMount("saved")
	interface OwnSave extends JpaRepository<Orders.Contract, Long> {

		@Override
		default <S extends Orders.Contract> S save(S contract) {
			contract.kind = "saved";
			return saveAndFlush(contract);
		}

	}

}
