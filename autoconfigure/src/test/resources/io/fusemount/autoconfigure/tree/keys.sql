alter table folder add constraint folder_names unique nulls not distinct (parent_id, name);
alter table paper add constraint paper_names unique nulls not distinct (folder_id, name);
