import { ECDH } from 'node:crypto'
import { rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { tokenHash } from '../../accounts/access/secrets.ts'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import { devicesMax, type push } from './push.contract.ts'
import { deletePushDevice, isPushEndpointOf, pushDevicesOf, putPushDevice } from './push.sql.ts'

export const pushHandlers: Handlers<typeof push, AlertingNeeds> = {
  list: async ({ db, caller, alerting }, { orgId }) => {
    const { publicKey } = alerting.push
    const devices = await pushDevicesOf(db.sql, orgId, caller.accountId)
    return { ...(publicKey !== null && { publicKey }), devices: devices.map(rowJson) }
  },

  subscribe: (call, { orgId, p256dh, auth, ...input }) =>
    call.db.tx(async (tx) => {
      const { accountId } = call.caller
      await lockOrg(tx, orgId)
      const isKnown = await isPushEndpointOf(tx, orgId, accountId, input.endpoint)
      const existing = isKnown ? [] : await pushDevicesOf(tx, orgId, accountId)
      if (existing.length >= devicesMax) throw new Refusal('IncorrectRequest', `body: there are ${devicesMax} devices`)
      const keys = { p256dh: pointOf(p256dh), auth: Buffer.from(auth, 'base64url') }
      const device = { ...input, ...keys, sessionHash: tokenHash(call.token) }
      const id = await putPushDevice(tx, orgId, accountId, device, call.now())
      const { name, level } = input
      if (!isKnown)
        await record(tx, orgId, call, {
          action: 'push.subscribe',
          objectKind: 'push',
          objectId: id,
          after: { name, level },
        })
      return { id }
    }),

  unsubscribe: (call, { orgId, pushId }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const deleted = await deletePushDevice(tx, orgId, call.caller.accountId, pushId)
      if (deleted === undefined) throw new Refusal('ObjectNotFound')
      const { name, level } = deleted
      await record(tx, orgId, call, {
        action: 'push.unsubscribe',
        objectKind: 'push',
        objectId: pushId,
        before: { name, level },
      })
      return {}
    }),

  test: async ({ db, caller, alerting }, { orgId, pushId }) => {
    const devices = await pushDevicesOf(db.sql, orgId, caller.accountId)
    if (!devices.some(({ id }) => id === pushId)) throw new Refusal('ObjectNotFound')
    const waitMs = alerting.takeTest(orgId)
    if (waitMs > 0) throw tooManyRequests(waitMs, 'Too many tests in this minute')
    const outcome = await alerting.push.sendTest(orgId, pushId)
    return 'ok' in outcome ? { ok: true as const } : { err: outcome.err }
  },
}

/** A point that is not on the curve would fail each message. */
const pointOf = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64url')
  try {
    // Without an encoding the function returns bytes.
    return Buffer.from(ECDH.convertKey(bytes, 'prime256v1'))
  } catch {
    throw new Refusal('IncorrectRequest', 'body.p256dh: must be a point of P-256')
  }
}
