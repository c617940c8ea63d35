package io.fusemount.data.jpa.tree;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Determines the directory of an entity's row, if the entity's own properties suffice.
 *
 * @param binder the binder of the path
 * @param shape the point of the path
 * @param plans the plans of the variables
 */
record DirectoryOfRow(Binder binder, Shape shape,
		Map<Shape, LevelPlan> plans) implements Function<Object, @Nullable NodeKey> {

	@Override
	public @Nullable NodeKey apply(Object entity) {
		List<DirectorySegment.@Nullable Variable> variables = this.binder.variables();
		if (variables.isEmpty()) {
			return new NodeKey("/", this.shape.path());
		}
		DirectorySegment.Variable last = variables.get(variables.size() - 1);
		RowsLevel level = this.plans.entrySet()
			.stream()
			.filter((plan) -> plan.getValue().below() == this.shape)
			.map((plan) -> plan.getKey().level())
			.filter(RowsLevel.class::isInstance)
			.map(RowsLevel.class::cast)
			.findFirst()
			.orElse(null);
		if (level == null || !(last instanceof DirectorySegment.Rows rows) || !rows.path().isOwn()) {
			return null;
		}
		Object id = rows.path().targetId(entity);
		if (id == null) {
			return (level.below() == this.shape && variables.size() == 1 && level == this.shape.level())
					? new NodeKey("/", this.shape.path()) : null;
		}
		return level.key(id);
	}

}
