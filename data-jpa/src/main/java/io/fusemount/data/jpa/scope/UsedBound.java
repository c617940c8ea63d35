package io.fusemount.data.jpa.scope;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.rights.CallerSpecification;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * The rows that other rows refer to.
 *
 * @param id the conditions on the id of the rows
 * @param users the referring rows
 * @param refusal why no such row can be created
 */
public record UsedBound(IdConditions id, List<User> users, @Nullable String refusal) implements Bound {

	public UsedBound {
		users = List.copyOf(users);
	}

	@Override
	public String condition(String alias, String parameter) {
		StringBuilder condition = new StringBuilder();
		for (int i = 0; i < this.users.size(); i++) {
			User user = this.users.get(i);
			String other = alias + "_user";
			condition.append(condition.isEmpty() ? "(" : " or ")
				.append("exists (select 1 from ")
				.append(user.entity())
				.append(' ')
				.append(other)
				.append(" where ")
				.append(this.id.isSame(user.association().isEmpty() ? other : other + "." + user.association(), alias))
				.append(user.scope().and(other, parameter + "User" + i))
				.append(')');
		}
		return condition.append(')').toString();
	}

	@Override
	public void bind(Query query, String parameter) {
		for (int i = 0; i < this.users.size(); i++) {
			this.users.get(i).scope().bind(query, parameter + "User" + i);
		}
	}

	@Override
	public Stream<CallerSpecification> specifications() {
		return this.users.stream().flatMap((user) -> user.scope().specifications());
	}

	@Override
	public String identity() {
		return this.users.stream()
			.map((user) -> user.entity() + "." + user.association() + user.scope().identity())
			.collect(Collectors.joining(",", "used by ", ""));
	}

	@Override
	public void apply(EntityManager entityManager, Object entity) {
		// Only other rows can refer to the entity.
	}

	/**
	 * Rows that refer to others.
	 *
	 * @param entity the name of their entity
	 * @param association the path to the rows that are referred to, empty if each row
	 * refers to itself
	 * @param scope the referring rows that count
	 */
	public record User(String entity, String association, Scope scope) {

	}

}
