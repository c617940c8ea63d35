package io.fusemount.data.jpa.guard;

import java.lang.reflect.Method;
import java.util.List;

import org.springframework.data.repository.core.RepositoryInformation;

/**
 * Detects whether an application influences what its repository saves: by a {@code save}
 * of its own, or by advice around it.
 */
public final class OwnSave {

	private OwnSave() {
	}

	/**
	 * Whether there is such a method or advice.
	 * @param repository the repository as the application uses it
	 */
	public static boolean exists(RepositoryInformation information, Object repository) {
		Method save = information.getCrudMethods().getSaveMethod().orElse(null);
		return save != null && (!OverriddenReads.isSpringData(information.getRepositoryBaseClass())
				|| new OverriddenReads(information).isOwn(save)
				|| new AdvisedReads(information).find(repository, List.of(save)).isPresent());
	}

}
