-- At the top, documents have no folder and folders no parent, and nulls are not equal to an ordinary unique constraint.
create unique nulls not distinct index if not exists document_place on document (folder_id, name);
create unique nulls not distinct index if not exists folder_place on folder (parent_id, name);
