package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.List;

import org.springframework.data.repository.core.RepositoryInformation;

/**
 * The permission to read a repository: the application's own method security, asked
 * around calls of the methods by which Spring Data reads rows. The calls themselves do
 * nothing.
 */
public final class ReadPermission {

	/**
	 * The permission of everybody.
	 */
	public static final ReadPermission ALL = new ReadPermission(List.of(), List.of());

	private final List<GuardedCall> calls;

	/** Those of the calls about which the guards decide whatever their arguments. */
	private final List<GuardedCall> general;

	private ReadPermission(List<GuardedCall> calls, List<GuardedCall> general) {
		this.calls = List.copyOf(calls);
		this.general = List.copyOf(general);
	}

	/**
	 * Finds what guards the reading methods of a repository.
	 * @param repository the repository as the application uses it
	 */
	public static ReadPermission of(RepositoryInformation information, Object repository) {
		List<GuardedCall> calls = GuardedCall.of(repository, ReadMethods.ofSpringData(information).toList());
		ArgumentGuards arguments = new ArgumentGuards(information);
		return new ReadPermission(calls, calls.stream().filter((call) -> !arguments.areOn(call.method())).toList());
	}

	/**
	 * Whether a call of a method is guarded because of annotations.
	 * @param annotations the names of the annotations, one of which is meant
	 */
	boolean isAsked(Method method, List<String> annotations) {
		return this.calls.stream()
			.filter((call) -> call.method().equals(method))
			.anyMatch((call) -> !call.because(annotations).guards().isEmpty());
	}

	/**
	 * Whether no guard of the methods is asked, with arguments or without.
	 */
	boolean isUnasked() {
		return this.calls.isEmpty();
	}

	/**
	 * Whether nothing keeps a user from all rows.
	 */
	public boolean isFree() {
		return this.general.isEmpty();
	}

	/**
	 * Whether what reads all rows is guarded, so that guards of some queries add nothing.
	 */
	boolean isWhole() {
		return this.general.stream().anyMatch((call) -> call.method().getName().equals("findAll"));
	}

	/**
	 * Whether the user who is bound to this thread may call the methods, as the
	 * application's guards decide.
	 * @throws RuntimeException whatever a guard throws that cannot decide
	 */
	public boolean isGiven() {
		return this.general.stream().allMatch(GuardedCall::isLet);
	}

}
