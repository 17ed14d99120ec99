-- Records of many objects that were changed together carry the ids of all: few, and looked through for the history of each.
create index audit_of_many on audit (org_id, object_kind, id) where object_id like '%,%';
