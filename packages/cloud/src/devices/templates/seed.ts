import type { Database, Queries } from '@busbar/database'
import { type DeviceTemplate, templates } from '@busbar/templates'
import { record } from '../../accounts/audit/record.ts'
import { shippedOrgId } from './templates.sql.ts'

/** Advisory lock of starting nodes, which run one after another. */
const lockKey = 0x62_74_70_6c
const service = { accountId: 0, accountName: 'busbar' }

/**
 * Makes the shipped templates of the database those of this release, and lets parameters made from them know what they say of missing
 * values: a number that is none must not be recorded for years because a device is older than the knowledge. Nothing is written where nothing is new, and a template keeps its
 * id. One that is shipped no more is dropped, but not from under devices that were made from it: it then only loses its SKUs.
 */
export const seedTemplates = (db: Database, now: () => Date): Promise<void> =>
  db.tx(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`
    const shipped = [...new Set(templates().values())]
    const written = await writeShipped(tx, shipped)
    const taught = await spreadNanValues(tx, written)
    const dropped = await dropUnshipped(tx, shipped)
    const retired = await retireUnshipped(tx, shipped)
    if (written.length + dropped.length + retired.length === 0) return
    await record(
      tx,
      shippedOrgId,
      { caller: service, from: '', now },
      {
        action: 'template.ship',
        objectKind: 'template',
        objectId: 'shipped',
        after: { written, dropped, retired, ...(taught > 0 && { taught }) },
      },
    )
  })

/** Adds those that are new and writes those that were changed; gives the ids of both. */
const writeShipped = async (tx: Queries, shipped: readonly DeviceTemplate[]): Promise<number[]> => {
  const rows = shipped.map(({ paramTemplates, readGroupSize, writeFunction, events, sources, variant, ...plain }) => ({
    ...plain,
    read_group_size: readGroupSize,
    write_function: writeFunction,
    param_templates: paramTemplates,
    extra: { ...(events && { events }), ...(sources && { sources }), ...(variant && { variant }) },
  }))
  const written = await tx<{ id: number }[]>`
    with shipped as (
      select name, manufacturer, version, kind, skus, read_group_size, write_function, param_templates, extra
      from jsonb_to_recordset(${tx.json(rows)}) as r (
        name text, manufacturer text, version text, kind text, skus text[], read_group_size int, write_function text,
        param_templates jsonb, extra jsonb)
    ), changed as (
      update template t
      set kind = s.kind, skus = s.skus, read_group_size = s.read_group_size, write_function = s.write_function,
          param_templates = s.param_templates, extra = s.extra
      from shipped s
      where t.org_id = ${shippedOrgId} and (t.name, t.manufacturer, t.version) = (s.name, s.manufacturer, s.version)
        and (t.kind, t.skus, t.read_group_size, t.write_function, t.param_templates, t.extra)
            is distinct from (s.kind, s.skus, s.read_group_size, s.write_function, s.param_templates, s.extra)
      returning t.id
    ), added as (
      insert into template (org_id, name, manufacturer, version, kind, skus, read_group_size, write_function, param_templates, extra)
      select ${shippedOrgId}, name, manufacturer, version, kind, skus, read_group_size, write_function, param_templates, extra
      from shipped s
      where not exists (select from template t where t.org_id = ${shippedOrgId}
        and (t.name, t.manufacturer, t.version) = (s.name, s.manufacturer, s.version))
      returning id
    )
    select id from changed union all select id from added order by id`
  return written.map(({ id }) => id)
}

/**
 * Parameters that were made from these templates, and are still as they say, learn which numbers mean "no value"; gives how many did.
 * What was set stays.
 */
const spreadNanValues = async (tx: Queries, templateIds: readonly number[]): Promise<number> => {
  const changed = await tx`
    update param p set nan_values = said.one->'nanValues'
    from device d
    join template t on t.org_id = ${shippedOrgId} and t.id = d.template_id
    cross join jsonb_array_elements(t.param_templates) as said (one)
    where d.template_org_id = ${shippedOrgId} and d.template_id = any(${templateIds}::bigint[])
      and p.org_id = d.org_id and p.device_id = d.id and p.nan_values is null and said.one ? 'nanValues'
      and (p.label, p.address, p.register_kind, p.value_type, p.byte_order)
          = (said.one->>'label', (said.one->>'address')::int, said.one->>'registerKind', said.one->>'valueType',
             coalesce(said.one->>'order', 'ABCD'))
      and p.bits_amount is null`
  return changed.count
}

/** Deletes what is shipped no more and no device was made from. */
const dropUnshipped = async (tx: Queries, shipped: readonly DeviceTemplate[]): Promise<number[]> => {
  const dropped = await tx<{ id: number }[]>`
    delete from template t
    where org_id = ${shippedOrgId}
      and not exists (select from jsonb_to_recordset(${names(tx, shipped)}) as s (name text, manufacturer text, version text)
        where (t.name, t.manufacturer, t.version) = (s.name, s.manufacturer, s.version))
      and not exists (select from device d where d.template_org_id = ${shippedOrgId} and d.template_id = t.id)
    returning id`
  return dropped.map(({ id }) => id)
}

/** Takes the SKUs of what is shipped no more, so that no new device is made from it. */
const retireUnshipped = async (tx: Queries, shipped: readonly DeviceTemplate[]): Promise<number[]> => {
  const retired = await tx<{ id: number }[]>`
    update template t set skus = '{}'
    where org_id = ${shippedOrgId} and skus <> '{}'
      and not exists (select from jsonb_to_recordset(${names(tx, shipped)}) as s (name text, manufacturer text, version text)
        where (t.name, t.manufacturer, t.version) = (s.name, s.manufacturer, s.version))
    returning id`
  return retired.map(({ id }) => id)
}

const names = (tx: Queries, shipped: readonly DeviceTemplate[]) =>
  tx.json(shipped.map(({ name, manufacturer, version }) => ({ name, manufacturer, version })))
