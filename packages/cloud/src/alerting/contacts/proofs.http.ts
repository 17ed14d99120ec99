import { randomInt } from 'node:crypto'
import { maskedAddress, textChannelTypes } from '@busbar/alerts/channels'
import type { ContactChannel } from '@busbar/alerts/contacts'
import { bookSms, giveBackSms } from '@busbar/messaging/outbox'
import type { Language } from '@busbar/messaging/texts'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import { tokenHash } from '../../accounts/access/secrets.ts'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { timeZoneOf } from '../../energy/reports/reports.sql.ts'
import { texts } from '../../texts/texts.ts'
import type { AlertingCall, AlertingNeeds } from '../needs.ts'
import { type ContactRow, contactsOf } from './contacts.sql.ts'
import type { contactProofs } from './proofs.contract.ts'
import { type ContactAddress, ownContacts, proofsOf, putCode, setProven, takeTry } from './proofs.sql.ts'

const codeMs = 10 * 60_000
const pauseMs = 60_000
const triesMax = 5

export const contactProofsHandlers: Handlers<typeof contactProofs, AlertingNeeds> = {
  own: async ({ db, caller, alerting }) => {
    const contacts = await ownContacts(db.sql, caller.accountId)
    const proofs = await proofsOf(
      db.sql,
      contacts.map(({ contactId }) => contactId),
    )
    return contacts.map(({ channels, ...contact }) => ({
      ...contact,
      channels: channels.map(({ type, address }) => {
        const proof = proofs.find(
          (one) => one.contactId === contact.contactId && one.type === type && one.address === address,
        )
        return {
          type,
          address: maskedAddress(type, address),
          isProvable: isProvable(type),
          isSent: alerting.channels.has(type),
          ...(proof !== undefined && { provenOn: proof.provenOn.toISOString() }),
        }
      }),
    }))
  },

  sendCode: async (call, { contactId, ...input }) => {
    const { contact, channel } = await storedChannel(call, contactId, input)
    takeTest(call)
    const address = contactAddress(call, contactId, channel)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = call.now()
    await call.db.tx(async (tx) => {
      const before = new Date(now.getTime() - pauseMs)
      if (!(await putCode(tx, address, tokenHash(code), { on: now, before })))
        throw tooManyRequests(pauseMs, 'A code was sent there in this minute')
      await record(tx, call.orgId, call, { action: 'contact.send-code', ...auditEntry(contactId, channel) })
    })
    const language = languageOf(contact)
    return send(call, channel, { name: texts[language].contacts.code({ code }), language })
  },

  prove: async (call, { contactId, code, ...input }) => {
    const { channel } = await storedChannel(call, contactId, input)
    const address = contactAddress(call, contactId, channel)
    const now = call.now()
    // A wrong try is counted whatever comes after it.
    const hash = await takeTry(call.db.sql, address, { after: new Date(now.getTime() - codeMs), triesMax })
    if (hash === undefined || !hash.equals(tokenHash(code.replaceAll(/\s/g, ''))))
      throw new Refusal('InvalidCode', 'The code is wrong or too old.')
    await call.db.tx(async (tx) => {
      await setProven(tx, address, now)
      await record(tx, call.orgId, call, { action: 'contact.prove', ...auditEntry(contactId, channel) })
    })
    return {}
  },

  test: async (call, { contactId, ...input }) => {
    const { contact, channel } = await storedChannel(call, contactId, input)
    takeTest(call)
    await call.db.tx((tx) =>
      record(tx, call.orgId, call, { action: 'contact.test', ...auditEntry(contactId, channel) }),
    )
    return send(call, channel, { name: 'TEST: Busbar', language: languageOf(contact) })
  },
}

/** As texts of messages spell it. */
const languageOf = ({ language }: ContactRow): Language => (language === 'uk' ? 'ua' : language)

const isProvable = (type: ContactChannel['type']): boolean => textChannelTypes.some((one) => one === type)

const contactAddress = (
  { orgId }: AlertingCall<'member'>,
  contactId: number,
  { type, address }: ContactChannel,
): ContactAddress => ({
  orgId,
  contactId,
  type,
  address,
})

const auditEntry = (contactId: number, { type, address }: ContactChannel) => ({
  objectKind: 'contact' as const,
  objectId: contactId,
  after: { type, address: maskedAddress(type, address) },
})

/** The contact and its channel, for the person whom it stands for, and for managers. */
const storedChannel = async (
  { db, orgId, role, caller }: AlertingCall<'member'>,
  contactId: number,
  input: ContactChannel,
): Promise<{ contact: ContactRow; channel: ContactChannel }> => {
  const [contact] = await contactsOf(db.sql, orgId, contactId)
  if (contact === undefined) throw new Refusal('ObjectNotFound')
  if (!allows(role, 'manager') && contact.accountId !== caller.accountId) throw new Refusal('NotAuthorized')
  const channel = contact.channels.find(
    ({ type, address }) =>
      type === input.type && (address === input.address || maskedAddress(type, address) === input.address),
  )
  if (channel === undefined) throw new Refusal('ObjectNotFound')
  return { contact, channel }
}

const takeTest = ({ alerting, orgId }: AlertingCall<'member'>): void => {
  const waitMs = alerting.takeTest(orgId)
  if (waitMs > 0) throw tooManyRequests(waitMs, 'Too many tests in this minute')
}

/** Past the outbox: who waits for it wants to know at once. An SMS costs the organization what any other does. */
const send = async (
  { alerting, db, orgId, now }: AlertingCall<'member'>,
  { type, address }: ContactChannel,
  message: { name: string; language: Language },
): Promise<{ ok: true } | { err: string }> => {
  if (!alerting.channels.has(type)) return { err: 'The installation sends no messages of this kind.' }
  const booking = { orgId, parts: 1, on: now() }
  const booked = type === 'sms' ? await db.tx((tx) => bookSms(tx, booking, alerting.sms)) : null
  if (booked !== null && 'reason' in booked) return { err: booked.reason }
  const timeZone = await timeZoneOf(db.sql, orgId)
  const zone = timeZone === 'UTC' ? {} : { timeZone }
  const outcome = await alerting.sendNow({ type, recipient: address, ...message, ...zone })
  if ('ok' in outcome) return { ok: true }
  if (booked !== null && !outcome.isUnclear) await db.tx((tx) => giveBackSms(tx, booking, booked.cost))
  return { err: outcome.err }
}
