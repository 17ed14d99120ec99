import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { z } from 'zod'
import { newToken, tokenHash } from '../../accounts/access/secrets.ts'
import { objectOf } from '../../accounts/access/share-links.sql.ts'
import type { SharedObject } from '../../accounts/access/shared-contents.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { reportById } from '../../energy/reports/reports.sql.ts'
import { defaultRow, storedDashboard } from '../change-dashboard.ts'
import type { DashboardCall, DashboardNeeds } from '../needs.ts'
import { visById } from '../visualizations/visualizations.sql.ts'
import { type shareLinks as contract, lifetimeMs, linksMax } from './share-links.contract.ts'
import { countLinks, deleteExpired, deleteLink, insertLink, isOfTemplate, linksOf } from './share-links.sql.ts'
import { shownObject } from './shown-object.ts'

export const shareLinksHandlers: Handlers<typeof contract, DashboardNeeds> = {
  list: async ({ db }, { orgId }) => {
    const rows = await linksOf(db.sql, orgId)
    return rows.map(
      ({
        dashboardId,
        visId,
        reportId,
        deviceId,
        objectName,
        isDefault,
        createdOn,
        expiresOn,
        lastUsedOn,
        ...link
      }) => ({
        ...link,
        object: { ...shownObject(objectOf({ dashboardId, visId, reportId, deviceId }), isDefault), name: objectName },
        createdOn: createdOn.toISOString(),
        expiresOn: expiresOn.toISOString(),
        ...(lastUsedOn !== null && { lastUsedOn: lastUsedOn.toISOString() }),
      }),
    )
  },

  create: (call, { orgId, object: requested, name, isKiosk, expiresOn }) =>
    call.db.tx(async (tx) => {
      const now = call.now()
      needLifetime(expiresOn.getTime() - now.getTime(), isKiosk)
      await lockOrg(tx, orgId)
      const object = await objectToShare(tx, call, orgId, requested)
      await checkLimit(tx, orgId, object, now)
      const token = newToken()
      const link = { object, name, isKiosk, expiresOn }
      const by = { ...call.caller, on: now }
      const id = await insertLink(tx, orgId, { ...link, tokenHash: tokenHash(token) }, by)
      const change = { action: 'share-link.create', objectKind: 'share-link', objectId: id } as const
      await record(tx, orgId, call, { ...change, after: link })
      return {
        id,
        token,
        url: `${call.publicUrl}/shared${isKiosk ? '?kiosk' : ''}#${token}`,
        expiresOn: expiresOn.toISOString(),
      }
    }),

  revoke: (call, { orgId, linkId }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const [link] = await linksOf(tx, orgId, linkId)
      if (link === undefined) throw new Refusal('ObjectNotFound')
      await deleteLink(tx, orgId, linkId)
      const { name, isKiosk, expiresOn, createdBy } = link
      const before = { object: objectOf(link), name, isKiosk, expiresOn, createdBy }
      const change = { action: 'share-link.revoke', objectKind: 'share-link', objectId: linkId } as const
      await record(tx, orgId, call, { ...change, before })
      return {}
    }),
}

type RequestedShare = z.output<typeof contract.create.body>['object']

/** Finds the object to share in this organization. */
const objectToShare = async (
  tx: Tx,
  call: DashboardCall<'member'>,
  orgId: number,
  requested: RequestedShare,
): Promise<SharedObject> => {
  if (requested.kind === 'report') {
    if ((await reportById(tx, orgId, requested.reportId)) === undefined) throw new Refusal('ObjectNotFound')
    return { kind: 'report', id: requested.reportId }
  }
  if (requested.kind === 'picture') {
    const [vis] = await visById(tx, orgId, [requested.visId])
    if (vis === undefined) throw new Refusal('ObjectNotFound')
    return { kind: 'picture', id: vis.id }
  }
  const { dashboardId, deviceId = null } = requested
  const board = dashboardId === undefined ? await defaultRow(tx, call) : await storedDashboard(tx, orgId, dashboardId)
  if (deviceId !== null && !(await isOfTemplate(tx, orgId, board.id, deviceId))) throw new Refusal('ObjectNotFound')
  return { kind: 'dashboard', id: board.id, deviceId }
}

const needLifetime = (livesMs: number, isKiosk: boolean): void => {
  const { min, max, kioskMax } = lifetimeMs
  if (livesMs >= min && livesMs <= (isKiosk ? kioskMax : max)) return
  throw new Refusal('IncorrectRequest', `body.expiresOn: must be in 1 hour to ${isKiosk ? '731' : '366'} days`)
}

/** Links that have expired give way first. */
const checkLimit = async (tx: Tx, orgId: number, object: SharedObject, now: Date): Promise<void> => {
  const limitProblem = async (): Promise<string | null> => {
    const { ofObject, ofOrg } = await countLinks(tx, orgId, object)
    if (ofObject >= linksMax.object) return `body.object: it has ${linksMax.object} share links`
    return ofOrg >= linksMax.org ? `body: the organization has ${linksMax.org} share links` : null
  }
  if ((await limitProblem()) === null) return
  await deleteExpired(tx, orgId, now)
  const problem = await limitProblem()
  if (problem !== null) throw new Refusal('IncorrectRequest', problem)
}
