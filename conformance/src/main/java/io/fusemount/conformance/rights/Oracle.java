package io.fusemount.conformance.rights;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.fusemount.conformance.memory.Access;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

/**
 * Knows what each user has to see: what is stored, it asks the application, and what is
 * not, it has been told.
 */
final class Oracle {

	/**
	 * A file or directory that is not in the database.
	 *
	 * @param maker the audience of the user who made it
	 * @param directory whether it is a directory
	 * @param handle the handle of a new file that was not closed yet, {@code null} for
	 * anything else
	 * @param replacing whether it has the name of a stored row that was moved away
	 * @param content its content
	 */
	record Local(User maker, boolean directory, @Nullable HandleId handle, boolean replacing, String content) {

		static Local scratch(User maker, String content) {
			return new Local(maker.audience(), false, null, false, content);
		}

	}

	private final OwnedRows rows;

	private final Map<String, Local> locals = new TreeMap<>();

	/** Names of stored files that were moved away, with those that rows have. */
	private final Map<String, String> away = new HashMap<>();

	/** What rows were before a change that nobody has reported. */
	private final Map<String, List<OwnedRow>> former = new HashMap<>();

	/** Names that a program is about to replace, or has open. */
	private final Set<String> busy = new HashSet<>();

	Oracle(OwnedRows rows) {
		this.rows = rows;
	}

	Map<String, Local> locals() {
		return this.locals;
	}

	Map<String, String> away() {
		return this.away;
	}

	Set<String> busy() {
		return this.busy;
	}

	/** Returns the row that programs see under the name, or {@code null}. */
	@Nullable OwnedRow row(String name) {
		String stored = this.away.get(name);
		if (stored != null) {
			return this.rows.find(stored);
		}
		return (this.locals.containsKey(name) || this.away.containsValue(name)) ? null : this.rows.find(name);
	}

	/** Returns the name that the row has which programs see under the name. */
	String storedAs(String name) {
		return this.away.getOrDefault(name, name);
	}

	/** Returns what the user may do with what has this name. */
	Access access(User user, String name) {
		Local local = this.locals.get(name);
		if (local != null) {
			if (local.maker == user.audience()) {
				return Access.WRITE;
			}
			OwnedRow row = local.replacing ? this.rows.find(name) : null;
			return (row != null) ? row.accessOf(user) : Access.NONE;
		}
		OwnedRow row = row(name);
		return (row != null) ? row.accessOf(user) : Access.NONE;
	}

	/** Returns what the user may do, or could do before a change nobody has reported. */
	Set<Access> accesses(User user, String name) {
		Set<Access> accesses = EnumSet.of(access(user, name));
		this.former.getOrDefault(name, List.of()).forEach((row) -> accesses.add(row.accessOf(user)));
		return accesses;
	}

	/** Whether nothing new can have the name. */
	boolean isTaken(String name) {
		return this.locals.containsKey(name) || this.away.containsKey(name) || this.rows.find(name) != null;
	}

	boolean isLoose(String name) {
		return this.former.containsKey(name);
	}

	boolean isLoose() {
		return !this.former.isEmpty();
	}

	/** Records that a row is about to change without a report. */
	void loosen(String name) {
		this.former.computeIfAbsent(name, (key) -> new ArrayList<>()).add(this.rows.get(name));
	}

	void reported(String name) {
		this.former.remove(name);
	}

	Set<String> loose() {
		return Set.copyOf(this.former.keySet());
	}

	String content(String name) {
		Local local = this.locals.get(name);
		return (local != null) ? local.content : Objects.requireNonNull(row(name)).content();
	}

	/** Returns all names that somebody sees. */
	Set<String> names() {
		Set<String> names = new TreeSet<>(this.locals.keySet());
		names.addAll(this.away.keySet());
		this.rows.all().stream().map(OwnedRow::name).filter((name) -> row(name) != null).forEach(names::add);
		return names;
	}

	/** Returns the names that the user has to see. */
	Set<String> required(User user) {
		Set<String> names = new TreeSet<>(names());
		names.removeIf((name) -> accesses(user, name).contains(Access.NONE));
		return names;
	}

	/** Returns the names that the user may see. */
	Set<String> allowed(User user) {
		Set<String> names = new TreeSet<>(names());
		names.removeIf((name) -> accesses(user, name).equals(Set.of(Access.NONE)));
		return names;
	}

}
