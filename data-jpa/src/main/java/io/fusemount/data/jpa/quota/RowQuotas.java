package io.fusemount.data.jpa.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.node.Quotas;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FileProperty;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.QuotaMapping;
import io.fusemount.data.jpa.scope.EntityBound;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.ValueBound;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The quotas of a repository. A transaction that stores more than before measures what
 * its share takes once everything is written, and is rolled back if that is too much. It
 * locks the share before, so that the next one counts what this one has stored.
 */
public final class RowQuotas implements Quotas {

	/** The share of all rows, if there are no others. */
	private static final Object ALL = "all";

	/** Rows whose share is remembered; more are looked up again. */
	private static final int MAX_ROWS = 10_000;

	private final FileMapping mapping;

	private final @Nullable QuotaMapping quota;

	private final DatabaseAccess access;

	private final Map<Object, RowShare> shares = new ConcurrentHashMap<>();

	private final Map<Object, Object> sharesOfRows = new ConcurrentHashMap<>();

	/**
	 * Creates the quotas.
	 */
	public RowQuotas(FileMapping mapping, DatabaseAccess access) {
		this.mapping = mapping;
		this.quota = mapping.quota();
		this.access = access;
	}

	/**
	 * Returns the quota of a row, {@code null} if there is none or it is not known before
	 * the row is stored. May block.
	 * @param scope the rows of the directory
	 * @param id the id of the row, {@code null} for a new one of the current caller
	 */
	public @Nullable Quota of(Scope scope, @Nullable Object id) {
		QuotaMapping declared = this.quota;
		if (declared == null) {
			return null;
		}
		Object key = bound(scope);
		if (key == null) {
			key = (id != null) ? ofRow(id) : ofCaller(declared);
		}
		return (key != null) ? share(key) : null;
	}

	private @Nullable Object ofCaller(QuotaMapping declared) {
		PropertyPath path = Objects.requireNonNull(declared.per());
		Object value = declared.caller().get();
		return (value != null) ? DefaultConversionService.getSharedInstance().convert(value, declared.keyType(path))
				: null;
	}

	private @Nullable Object ofRow(Object id) {
		Object known = this.sharesOfRows.get(id);
		if (known != null) {
			return known;
		}
		List<Object> found = this.access.read((entityManager) -> ofRow(entityManager, id));
		if (found.isEmpty()) {
			return null;
		}
		if (this.sharesOfRows.size() >= MAX_ROWS) {
			this.sharesOfRows.clear();
		}
		this.sharesOfRows.put(id, found.get(0));
		return found.get(0);
	}

	/**
	 * Whether a row that goes from one directory to another counts towards another quota.
	 */
	public boolean differ(Scope from, Scope to) {
		return this.quota != null && !Objects.equals(bound(from), bound(to));
	}

	/** Returns the share that all rows of a directory have. */
	private @Nullable Object bound(Scope scope) {
		PropertyPath per = (this.quota != null) ? this.quota.per() : null;
		if (per == null) {
			return ALL;
		}
		return scope.bounds().stream().<@Nullable Object>map((bound) -> {
			if (bound instanceof EntityBound entity && entity.path().name().equals(per.name())) {
				return entity.id();
			}
			return (bound instanceof ValueBound value && value.path().name().equals(per.name())) ? value.value() : null;
		}).filter(Objects::nonNull).findFirst().orElse(null);
	}

	/** Statements apply the filters and the tenant of the caller by themselves. */
	private RowShare share(Object key) {
		List<@Nullable Object> all = new ArrayList<>(List.of(key));
		if (this.mapping.rights().isFiltered()) {
			all.addAll(this.mapping.rights().ofCaller().filters());
		}
		return this.shares.computeIfAbsent(all,
				(absent) -> new RowShare(() -> this.access.read((entityManager) -> measure(entityManager, key))));
	}

	@Override
	public Stream<Quota.Measured> measured() {
		return this.shares.values().stream().map(RowShare::measured).filter(Objects::nonNull);
	}

	/**
	 * Requires that a row fits that was stored in the active transaction.
	 * @param added whether the row is new to its quota
	 * @param larger whether it takes more bytes of its quota than before
	 * @throws io.fusemount.core.errno.ErrnoException {@code EDQUOT} if it does not
	 */
	public void require(EntityManager entityManager, Object id, boolean added, boolean larger) {
		if (this.quota == null) {
			return;
		}
		if (!added && !larger) {
			afterCommit(this::changed);
			return;
		}
		List<Object> found = (this.quota.per() != null) ? ofRow(entityManager, id) : List.of(ALL);
		if (!found.isEmpty()) {
			Object key = found.get(0);
			RowShare share = share(key);
			this.access.nameLocks()
				.take(entityManager, List.of("quota of " + this.mapping.entity().name() + " " + key.hashCode()));
			QuotaUsage usage = measure(entityManager, key);
			usage.require(larger, added);
			afterCommit(() -> {
				share.know(usage);
				// It may have another owner now.
				this.sharesOfRows.remove(id);
			});
		}
	}

	/**
	 * Forgets what was measured.
	 */
	public void changed() {
		this.shares.values().forEach(RowShare::forget);
	}

	private static void afterCommit(Runnable work) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				work.run();
			}

		});
	}

	private List<Object> ofRow(EntityManager entityManager, Object id) {
		QuotaMapping declared = Objects.requireNonNull(this.quota);
		PropertyPath path = Objects.requireNonNull(declared.per());
		IdConditions ids = this.mapping.entity().id().conditions();
		Query query = entityManager.createQuery(
				"select " + path.of("e") + " from " + this.mapping.entity().name() + " e where " + ids.is("e", "id"),
				Object.class);
		ids.bind(query, "id", id);
		List<Object> keys = new ArrayList<>();
		for (Object value : query.getResultList()) {
			if (value != null) {
				keys.add(declared.key(path, value));
			}
		}
		return keys;
	}

	private QuotaUsage measure(EntityManager entityManager, Object key) {
		QuotaMapping declared = Objects.requireNonNull(this.quota);
		PropertyPath path = declared.per();
		FileProperty size = this.mapping.entity().size();
		Query query = entityManager.createQuery(
				"select count(*), sum(" + size.path("e") + ") from " + this.mapping.entity().name() + " e"
						+ size.joined("e") + ((path != null) ? " where " + path.of("e") + " = :share" : ""),
				Object[].class);
		Object parameter = (path != null) ? declared.parameter(entityManager, path, key) : null;
		if (parameter != null) {
			query.setParameter("share", parameter);
		}
		Object[] sums = (Object[]) query.getSingleResult();
		return new QuotaUsage(((path != null) ? path.name() + " " + key + " in '" : "'") + this.mapping.path() + "'",
				number(sums[1], 0), limit(entityManager, declared.bytes(), parameter), number(sums[0], 0),
				limit(entityManager, declared.files(), parameter));
	}

	private static long limit(EntityManager entityManager, QuotaMapping.Limit limit, @Nullable Object parameter) {
		String text = limit.query();
		if (text == null) {
			return limit.number();
		}
		// Several entities may have the value.
		List<?> found = entityManager.createQuery(text, Object.class).setParameter("share", parameter).getResultList();
		return found.isEmpty() ? QuotaUsage.UNLIMITED : number(found.get(0), QuotaUsage.UNLIMITED);
	}

	private static long number(@Nullable Object value, long absent) {
		return (value instanceof Number number) ? number.longValue() : absent;
	}

}
