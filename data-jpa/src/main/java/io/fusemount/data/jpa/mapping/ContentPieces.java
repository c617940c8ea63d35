package io.fusemount.data.jpa.mapping;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;

/**
 * The table of an element collection that holds content in numbered pieces, each but the
 * last one of the same size.
 *
 * @param attribute the collection
 * @param size the number of bytes of each piece but the last one
 */
public record ContentPieces(PluralAttributeMapping attribute, int size) {

	/**
	 * Returns the name of the collection.
	 */
	public String name() {
		return this.attribute.getAttributeName();
	}

	/**
	 * Returns the table, as it is written in SQL.
	 */
	public String table() {
		return this.attribute.getSeparateCollectionTable();
	}

	/**
	 * Returns the columns of the entity's id in the table, as they are written in SQL.
	 */
	public List<String> idColumns() {
		List<String> columns = new ArrayList<>();
		this.attribute.getKeyDescriptor()
			.getKeyPart()
			.forEachSelectable((position, column) -> columns.add(column.getSelectionExpression()));
		return columns;
	}

	/**
	 * Returns the column of the number, as it is written in SQL.
	 */
	public String numberColumn() {
		return ((SelectableMapping) this.attribute.getIndexDescriptor()).getSelectionExpression();
	}

	/**
	 * Returns the column of the bytes, as it is written in SQL.
	 */
	public String bytesColumn() {
		return ((SelectableMapping) this.attribute.getElementDescriptor()).getSelectionExpression();
	}

	/**
	 * Binds the id of an entity to its columns.
	 * @param position the position of the first parameter
	 */
	public void bindId(PreparedStatement statement, int position, Object id, SharedSessionContractImplementor session)
			throws SQLException {
		List<IdValue> values = new ArrayList<>();
		this.attribute.getKeyDescriptor()
			.getTargetPart()
			.forEachJdbcValue(id, (index, value, mapping) -> values.add(new IdValue(value, mapping)), session);
		for (int i = 0; i < values.size(); i++) {
			values.get(i).bind(statement, position + i, session);
		}
	}

	/** Returns the most bytes that the numbers allow. */
	long mostBytes() {
		return (long) Integer.MAX_VALUE * this.size;
	}

	/**
	 * A column of an id.
	 *
	 * @param value the value for JDBC
	 * @param mapping the way to bind it
	 */
	private record IdValue(Object value, JdbcMapping mapping) {

		@SuppressWarnings("unchecked")
		void bind(PreparedStatement statement, int position, SharedSessionContractImplementor session)
				throws SQLException {
			this.mapping.getJdbcValueBinder().bind(statement, this.value, position, session);
		}

	}

}
