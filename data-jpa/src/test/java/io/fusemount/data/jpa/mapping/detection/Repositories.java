package io.fusemount.data.jpa.mapping.detection;

import java.util.List;
import java.util.Optional;

import io.fusemount.annotation.FuseMount;
import io.fusemount.data.jpa.mapping.misfits.ContentMisfits;
import io.fusemount.data.jpa.mapping.misfits.Misfits;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.Repository;

/** Repositories that differ in what they can do and who may see them. */
public final class Repositories {

	private Repositories() {
	}

	@FuseMount("full")
	interface Full extends JpaRepository<Misfits.Fitting, Long> {

	}

	@FuseMount(value = "frozen", readOnly = true)
	interface Frozen extends JpaRepository<Misfits.Fitting, Long> {

	}

	@FuseMount("findable")
	interface Findable extends Repository<Misfits.Fitting, Long> {

		Optional<Misfits.Fitting> findById(Long id);

		List<Misfits.Fitting> findAll();

	}

	@FuseMount("growing")
	interface Growing extends Repository<Misfits.Fitting, Long> {

		Misfits.Fitting save(Misfits.Fitting entity);

	}

	@FuseMount(exported = false)
	interface Hidden extends JpaRepository<Misfits.ComputedSize, String> {

	}

	public interface Public extends JpaRepository<Misfits.AnnotatedName, Long> {

	}

	public interface PublicMisfit extends JpaRepository<Misfits.Nameless, Long> {

	}

	interface Internal extends JpaRepository<ContentMisfits.TwoContents, Long> {

	}

	interface InternalFitting extends JpaRepository<Misfits.NumberNamed, Long> {

	}

}
