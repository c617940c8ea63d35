-- FuseMount's change feed of PostgreSQL: which rows have changed is announced on the channel
-- 'fusemount' when the change is committed, whoever has made it. Run this once for each database,
-- and then, as the owner of each table that is mounted: select fusemount_watch('document');

-- The trigger. Its arguments are the columns of the key. What changes more than 1000 rows at once
-- announces the table alone, as does a key that is too long for a notification.
create or replace function fusemount_notify() returns trigger language plpgsql as $function$
#variable_conflict use_variable
declare
	whole text := tg_table_schema || chr(31) || tg_table_name;
	start text := whole || chr(31) || 'id' || chr(31);
	key text := quote_literal(whole);
	source text;
	news text[];
begin
	if tg_op = 'TRUNCATE' then
		perform pg_notify('fusemount', whole);
		return null;
	end if;
	-- The usual key has statements of its own, whose plans the server keeps.
	if tg_nargs = 1 and tg_argv[0] = 'id' then
		if tg_op = 'INSERT' then
			news := array(select start || changed.id::text from fusemount_new changed limit 1001);
		elsif tg_op = 'DELETE' then
			news := array(select start || changed.id::text from fusemount_old changed limit 1001);
		else
			news := array(select start || changed.id::text from fusemount_new changed
				union select start || changed.id::text from fusemount_old changed limit 1001);
		end if;
	else
		for i in 0 .. tg_nargs - 1 loop
			key := key || format(' || %L || %I::text', chr(31) || tg_argv[i] || chr(31), tg_argv[i]);
		end loop;
		source := case tg_op
			when 'INSERT' then format('select %s from fusemount_new', key)
			when 'DELETE' then format('select %s from fusemount_old', key)
			else format('select %1$s from fusemount_new union select %1$s from fusemount_old', key)
		end;
		execute format('select array(%s limit 1001)', source) into news;
	end if;
	if cardinality(news) > 1000 then
		perform pg_notify('fusemount', whole);
	else
		perform pg_notify('fusemount', case when octet_length(each) < 8000 then each else whole end)
		from unnest(news) each;
	end if;
	return null;
end
$function$;

-- Gives a table its triggers. Its rows are told by the primary key, or by the columns that are named.
create or replace function fusemount_watch(watched regclass, variadic key text[] default '{}') returns void
language plpgsql as $function$
declare
	columns text[] := key;
	arguments text;
	each record;
begin
	if cardinality(columns) = 0 then
		select array_agg(a.attname order by a.attnum) into columns
		from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
		where i.indrelid = watched and i.indisprimary;
	end if;
	if columns is null then
		raise exception '% has no primary key: name the columns that tell its rows', watched;
	end if;
	select string_agg(quote_literal(name), ', ') into arguments from unnest(columns) name;
	for each in values
		('insert', 'referencing new table as fusemount_new'),
		('update', 'referencing old table as fusemount_old new table as fusemount_new'),
		('delete', 'referencing old table as fusemount_old'),
		('truncate', '')
	loop
		execute format('drop trigger if exists fusemount_%s on %s', each.column1, watched);
		execute format('create trigger fusemount_%1$s after %1$s on %2$s %3$s for each statement '
			|| 'execute function fusemount_notify(%4$s)', each.column1, watched, each.column2, arguments);
	end loop;
end
$function$;
