-- At the top, documents have no folder and folders no parent, and nulls are not equal to a unique key: there, 0 is.
alter table document add column if not exists place bigint as (coalesce(folder_id, 0)) virtual invisible;
create unique index if not exists document_place on document (place, name);
alter table folder add column if not exists place bigint as (coalesce(parent_id, 0)) virtual invisible;
create unique index if not exists folder_place on folder (place, name);
