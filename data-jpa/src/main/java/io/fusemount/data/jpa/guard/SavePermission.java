package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.List;

import org.springframework.data.repository.core.RepositoryInformation;

/**
 * The permission to save anything at all: the application's own method security, asked
 * around a call of {@code save} that does nothing, as far as it decides whatever the
 * entity is.
 */
public final class SavePermission {

	/**
	 * The permission of everybody.
	 */
	public static final SavePermission ALL = new SavePermission(List.of());

	private final List<GuardedCall> calls;

	private SavePermission(List<GuardedCall> calls) {
		this.calls = List.copyOf(calls);
	}

	/**
	 * Finds what guards the saving method of a repository by annotations that do not look
	 * at its argument. Any other guard may look at the entity, and is asked about it.
	 * @param repository the repository as the application uses it
	 */
	public static SavePermission of(RepositoryInformation information, Object repository) {
		Method save = information.getCrudMethods().getSaveMethod().orElse(null);
		if (save == null) {
			return ALL;
		}
		List<String> annotations = new ArgumentGuards(information).areOn(save) ? SecuredReads.BY_ROLE
				: SecuredReads.BEFORE;
		List<GuardedCall> calls = GuardedCall.of(repository, List.of(save))
			.stream()
			.map((call) -> call.because(annotations))
			.filter((call) -> !call.guards().isEmpty())
			.toList();
		return calls.isEmpty() ? ALL : new SavePermission(calls);
	}

	/**
	 * Whether everybody may save something.
	 */
	public boolean isFree() {
		return this.calls.isEmpty();
	}

	/**
	 * Whether the user who is bound to this thread may save anything. One about whom a
	 * guard cannot decide without an entity may: it decides again when there is one.
	 */
	public boolean isGiven() {
		try {
			return this.calls.stream().allMatch(GuardedCall::isLet);
		}
		catch (RuntimeException ex) {
			return true;
		}
	}

}
