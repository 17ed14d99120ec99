import { record } from '../../accounts/audit/record.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'

interface OrgSettings {
  name: string
  /** Enabled devices at most; null is no limit. */
  deviceQuota: number | null
  isSmsOff: boolean
}
interface OrgRow extends OrgSettings {
  id: number
  members: number
  enabledDevices: number
}

/** An organization without members; its id. */
export const createOrg = (admin: Admin, { name, deviceQuota = null }: { name: string; deviceQuota?: number | null }) =>
  admin.db.tx(async (tx) => {
    const [org] = await tx<[{ id: number }]>`
      insert into org (name, device_quota, created_on) values (${name}, ${deviceQuota}, ${admin.now()}) returning id`
    const change = { action: 'create', objectKind: 'org', objectId: org.id, after: { name, deviceQuota } } as const
    await record(tx, org.id, administrator(admin), change)
    return org.id
  })

export const listOrgs = ({ db: { sql } }: Admin): Promise<OrgRow[]> => sql<OrgRow[]>`
  select id, name, device_quota as "deviceQuota", is_sms_off as "isSmsOff",
         (select count(*) from membership m where m.org_id = org.id) as members,
         (select count(*) from device d where d.org_id = org.id and d.disabled_on is null) as "enabledDevices"
  from org order by id`

/** Changes what is given; a quota below what is in use switches nothing off. */
export const setOrg = (admin: Admin, id: number, changes: Partial<OrgSettings>): Promise<void> =>
  admin.db.tx(async (tx) => {
    const [before] = await tx<OrgSettings[]>`
      select name, device_quota as "deviceQuota", is_sms_off as "isSmsOff" from org where id = ${id} for update`
    if (before === undefined) throw new AdminProblem(`There is no organization ${id}.`)
    const after = { ...before, ...changes }
    await tx`
      update org set name = ${after.name}, device_quota = ${after.deviceQuota}, is_sms_off = ${after.isSmsOff}
      where id = ${id}`
    await record(tx, id, administrator(admin), { action: 'change', objectKind: 'org', objectId: id, before, after })
  })
