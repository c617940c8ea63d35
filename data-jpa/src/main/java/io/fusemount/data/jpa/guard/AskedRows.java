package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.persistence.EntityManager;

import org.springframework.data.repository.core.RepositoryInformation;

/**
 * The rows that a repository itself shows to a user: where it filters its results, or has
 * reading methods of its own, those of them that find rows by their ids are called. A row
 * that one of them does not return is not there.
 */
public final class AskedRows {

	/**
	 * No repository is asked: statements say which rows there are.
	 */
	public static final AskedRows NONE = new AskedRows(List.of());

	/**
	 * Each row that is asked about is loaded, which bounds how many may be at once.
	 */
	private static final int PAGE_SIZE = 100;

	private final List<AskedRead> reads;

	private AskedRows(List<AskedRead> reads) {
		this.reads = List.copyOf(reads);
	}

	/**
	 * Finds the methods to call: of {@code findAllById} and {@code findById} those that
	 * may leave rows out.
	 * @param repository the repository as the application uses it
	 */
	public static AskedRows of(RepositoryInformation information, Object repository) {
		ResultGuards guards = new ResultGuards(information, repository);
		ArgumentGuards arguments = new ArgumentGuards(information);
		OverriddenReads overridden = new OverriddenReads(information);
		List<AskedRead> reads = ReadMethods.ofSpringData(information)
			.filter((method) -> method.getName().equals("findAllById") || method.getName().equals("findById"))
			.filter((method) -> information.getReturnedDomainClass(method) == information.getDomainType())
			.filter((method) -> overridden.isReplaced(method) || guards.areAround(method) || arguments.areOn(method))
			.map((method) -> new AskedRead(repository, method, information.getDomainType(),
					method.getName().equals("findAllById") && !guards.decideOnWhole(method) && !arguments.areOn(method),
					method.getName().equals("findById") && !overridden.isReplaced(method)))
			.toList();
		return reads.isEmpty() ? NONE : new AskedRows(reads);
	}

	/**
	 * Whether nothing is asked.
	 */
	public boolean areNone() {
		return this.reads.isEmpty();
	}

	/**
	 * Returns those of the ids whose rows the repository shows to the user who is bound
	 * to this thread, in the active transaction.
	 */
	public Set<Object> among(EntityManager entityManager, Collection<Object> ids) {
		Set<Object> shown = new LinkedHashSet<>(ids);
		for (AskedRead read : this.reads) {
			if (!shown.isEmpty()) {
				shown.retainAll(read.shown(entityManager, shown));
			}
		}
		return shown;
	}

	/**
	 * Returns how many rows one page of a listing has, of at most so many.
	 */
	public int pageSize(int most) {
		return areNone() ? most : Math.min(most, PAGE_SIZE);
	}

	/**
	 * Returns the methods that are called, for messages.
	 */
	public String describe() {
		return this.reads.stream()
			.map(AskedRead::method)
			.map(Method::getName)
			.sorted()
			.collect(Collectors.joining(" and "));
	}

}
