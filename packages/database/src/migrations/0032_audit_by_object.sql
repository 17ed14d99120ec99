-- What people did to one parameter, device or network, for charts: when it was written, and when it was not read. Few records are of this kind.
create index audit_by_object on audit (org_id, object_kind, object_id, id)
  where action in ('param.write', 'param.write-outcome', 'device.change-disable', 'net.change-disable');
