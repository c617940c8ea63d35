package io.fusemount.data.jpa;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.mount.MountPlan;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.mapping.AttributeMapping;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.rights.RowRights;

/**
 * Composes the log line of each repository at startup.
 */
final class StartLines {

	private StartLines() {
	}

	static String of(FileMapping mapping, NewRows newRows) {
		return line(mapping.path(), mapping.mount(), mapping.repositoryInterface(),
				"content " + mapping.entity().type().getSimpleName() + "." + mapping.entity().content(),
				abilities(mapping.writable(), mapping.deletable(), newRows, mapping.rights(),
						mapping.entity().row().attributes()));
	}

	static String of(FolderMapping mapping, NewRows newRows) {
		String entity = mapping.row().type().getSimpleName() + ".";
		return line(mapping.template().toString(), mapping.mount(), mapping.repositoryInterface(),
				"directories named by " + entity + mapping.row().fileName()
						+ ((mapping.parent() != null) ? ", in each other by " + entity + mapping.parent() : ""),
				abilities(mapping.writable(), mapping.deletable(), newRows, mapping.rights(),
						mapping.row().attributes()));
	}

	private static String line(String path, String mount, Class<?> repository, String what, List<String> abilities) {
		return "Directory " + path + (mount.equals(MountPlan.DEFAULT_NAME) ? "" : " of '" + mount + "'") + ": "
				+ repository.getName() + ", " + what + ", " + String.join(", ", abilities);
	}

	private static List<String> abilities(boolean writable, boolean deletable, NewRows newRows, RowRights rights,
			AttributeMapping attributes) {
		List<String> abilities = new ArrayList<>();
		abilities.add(writable ? "writable" : "not writable");
		abilities.add(deletable ? "deletable" : "not deletable");
		abilities.add((newRows.refusal() != null) ? "not creatable: " + newRows.refusal()
				: writable ? "creatable" : "not creatable");
		if (rights.isGuarded()) {
			abilities.add("not the same to all users");
		}
		String seen = attributes.describe();
		if (!seen.isEmpty()) {
			abilities.add("attributes " + seen);
		}
		return abilities;
	}

}
