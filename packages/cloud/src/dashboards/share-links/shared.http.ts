import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { SharedObject, ShareLink } from '../../accounts/access/shared-contents.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { DashboardNeeds } from '../needs.ts'
import type { shared } from './shared.contract.ts'
import { shownObject } from './shown-object.ts'

interface OpenedObject {
  name: string
  isDefault: boolean
  orgName: string
}

const queries = {
  dashboard: (sql: Queries, orgId: number, id: number | string) => sql<OpenedObject[]>`
    select d.name, d.is_default as "isDefault", o.name as "orgName"
    from dashboard d join org o on o.id = d.org_id where d.org_id = ${orgId} and d.id = ${id}`,
  picture: (sql: Queries, orgId: number, id: number | string) => sql<OpenedObject[]>`
    select v.name, false as "isDefault", o.name as "orgName"
    from visualization v join org o on o.id = v.org_id where v.org_id = ${orgId} and v.id = ${id}`,
  report: (sql: Queries, orgId: number, id: number | string) => sql<OpenedObject[]>`
    select r.name, false as "isDefault", o.name as "orgName"
    from report r join org o on o.id = r.org_id where r.org_id = ${orgId} and r.id = ${id}`,
}

const openedObject = async (
  sql: Queries,
  orgId: number,
  { kind, id }: Pick<SharedObject, 'kind' | 'id'>,
): Promise<OpenedObject | undefined> => {
  const [row] = await queries[kind](sql, orgId, id)
  return row
}

export const sharedHandlers: Handlers<typeof shared, DashboardNeeds> = {
  open: async (call) => {
    const { link } = call.shared
    const opened = await shownLink(call, link)
    await call.shareLinks.noteOpening(link, call.from)
    return opened
  },

  get: (call) => shownLink(call, call.shared.link),
}

const shownLink = async ({ db }: DashboardNeeds, { orgId, object, isKiosk, expiresOn }: ShareLink) => {
  const opened = await openedObject(db.sql, orgId, object)
  if (opened === undefined) throw new Refusal('ObjectNotFound')
  return {
    object: shownObject(object, opened.isDefault),
    name: opened.name,
    orgId,
    orgName: opened.orgName,
    isKiosk,
    expiresOn: expiresOn.toISOString(),
  }
}
