package io.fusemount.data.jpa.blob;

import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.FunctionContributor;
import org.hibernate.type.BasicType;
import org.hibernate.type.StandardBasicTypes;

/**
 * The functions of databases that return a range of bytes, for HQL. Each takes the
 * position, the length, and then the column.
 * <p>
 * HQL could pass them through to SQL with its own {@code sql}, but Hibernate would
 * translate such a query anew every time: the last argument of a function may be a list
 * of any length, if it is a parameter. And it would ask the driver for the type of the
 * result.
 */
public final class RangeFunctions implements FunctionContributor {

	/** Of a large object of PostgreSQL; positions count from 0. */
	static final String LARGE_OBJECT = "fusemount_lo_get";

	/** Of binary values; positions count from 1. */
	static final String SUBSTRING = "fusemount_substring";

	@Override
	public void contributeFunctions(FunctionContributions functions) {
		register(functions, LARGE_OBJECT, "lo_get(?3, ?1, ?2)");
		register(functions, SUBSTRING, "substring(?3 from ?1 for ?2)");
	}

	private static void register(FunctionContributions functions, String name, String pattern) {
		BasicType<byte[]> bytes = functions.getTypeConfiguration()
			.getBasicTypeRegistry()
			.resolve(StandardBasicTypes.BINARY);
		functions.getFunctionRegistry()
			.patternDescriptorBuilder(name, pattern)
			.setInvariantType(bytes)
			.setExactArgumentCount(3)
			.register();
	}

}
