import type { Tx } from '@busbar/database'
import type { JudgedAlert, Stage } from '../alert.ts'
import type { AlertState, LogDetail } from '../alert-state.ts'
import { type ChannelType, channels } from '../channels.ts'
import { holdOf } from '../engine/hold.rules.ts'
import type { Hold } from '../holds.ts'
import { insertMessages } from '../store/effects.sql.ts'
import { type MessageSnapshot, outageNetIdOf, snapshotOf } from '../store/message-snapshot.ts'
import { type Contact, type ContactChannel, type ContactGroup, type DeliveryMoment, openChannels } from './contact.ts'
import { dutyOrder } from './duty.rules.ts'
import { addDetails, contactsByIds, type Escalation, groupsByIds } from './escalation.sql.ts'
import { itemPrefix, putRecipient, type Recipient, recipientsOf, triedChannels } from './recipients.sql.ts'

/** An alert as it is judged now. */
export interface EscalatedAlert {
  alert: JudgedAlert
  state: AlertState | null
}

type RecipientPlace = Pick<Recipient, 'round' | 'step' | 'contactId' | 'groupId'>

/** A turn of an escalation in its transaction: it queues notifications and log details. */
export class EscalationTurn {
  readonly tx: Tx
  readonly escalation: Escalation
  readonly alert: JudgedAlert
  readonly on: number
  /** Messages that should have arrived by this time are late. */
  readonly lateTill: Date
  readonly moment: DeliveryMoment
  readonly #state: AlertState | null
  readonly #details: LogDetail[] = []
  readonly #contacts = new Map<number, Contact>()

  constructor(
    tx: Tx,
    escalation: Escalation,
    { alert, state }: EscalatedAlert,
    { on, lateTill }: { on: number; lateTill: Date },
  ) {
    this.tx = tx
    this.escalation = escalation
    this.alert = alert
    this.on = on
    this.lateTill = lateTill
    this.moment = { on, timeZone: escalation.timeZone, isCritical: alert.logAs === 'critical' }
    // The stored state is authoritative; the state in memory has newer values, unless another node has evaluated the
    // alert since.
    const { state: stored, lastEpisode } = escalation
    const isNewer = state?.episode?.no === lastEpisode && state.on >= (stored?.on ?? 0)
    const current = isNewer ? state : stored
    this.#state = current?.episode?.no === lastEpisode ? current : null
  }

  /** Why messages wait now, and until when. What flaps and is not confirmed escalates all the same. */
  get hold(): Hold | null {
    return this.#state && holdOf(this.alert, { ...this.#state, flap: null }, this.on)
  }

  /** Snapshot of the alert event; null after a later one has started. */
  get snapshot(): Omit<MessageSnapshot, 'params' | 'outage'> | null {
    return this.#state && snapshotOf(this.alert, this.#state)
  }

  log(detail: LogDetail): void {
    this.#details.push(detail)
  }

  async contact(id: number): Promise<Contact | undefined> {
    if (!this.#contacts.has(id)) {
      for (const one of await contactsByIds(this.tx, this.escalation.orgId, [id])) this.#contacts.set(one.id, one)
    }
    return this.#contacts.get(id)
  }

  /** In the order of the ids; those that are gone are left out. */
  async groups(ids: readonly number[]): Promise<ContactGroup[]> {
    const found = await groupsByIds(this.tx, this.escalation.orgId, ids)
    return ids.flatMap((id) => found.find((group) => group.id === id) ?? [])
  }

  /** All that it has notified, in their order. */
  allRecipients(): Promise<Recipient[]> {
    return recipientsOf(this.tx, this.escalation, this.lateTill)
  }

  /** Contacts that a step of a round has notified, or tried to. */
  async recipients(round: number, step: number): Promise<Set<number>> {
    const all = await this.allRecipients()
    return new Set(all.filter((one) => one.round === round && one.step === step).map(({ contactId }) => contactId))
  }

  /**
   * Notifies a contact by the first channel that may be used now and was not tried in this step of this round. Returns
   * the contact's name; null if there is no such channel, which is logged.
   */
  async notify(recipient: RecipientPlace): Promise<string | null> {
    const contact = await this.contact(recipient.contactId)
    if (contact === undefined) return null
    const usedChannels = await triedChannels(this.tx, this.escalation, itemPrefix(recipient))
    if ((await this.#notifyBy(contact, recipient, usedChannels)) !== null) return contact.name
    this.log({ what: 'unreached', contact: contact.name, why: usedChannels.length > 0 ? 'failed' : 'hours' })
    return null
  }

  /**
   * Notifies by another channel while a late message continues, and logs both. Returns true if there was another
   * channel.
   */
  async notifyInParallel(recipient: RecipientPlace & { type: ChannelType }): Promise<boolean> {
    const contact = await this.contact(recipient.contactId)
    if (contact === undefined) return false
    const usedChannels = await triedChannels(this.tx, this.escalation, itemPrefix(recipient))
    const next = await this.#notifyBy(contact, recipient, usedChannels)
    const { type } = recipient
    this.log({ what: 'late', contact: contact.name, type, sec: channels[type].lateAfterMs / 1000, next })
    return next !== null
  }

  /** Returns true if a message of the step has reached the contact, a late one included. */
  async hasReached(recipient: RecipientPlace): Promise<boolean> {
    const usedChannels = await triedChannels(this.tx, this.escalation, itemPrefix(recipient))
    return usedChannels.some(({ hasArrived }) => hasArrived)
  }

  /** Answers by which channel; null: none is left. */
  async #notifyBy(
    contact: Contact,
    recipient: RecipientPlace,
    usedChannels: readonly ContactChannel[],
  ): Promise<ChannelType | null> {
    const channel = openChannels(contact, this.moment).find(
      ({ type, address }) => !usedChannels.some((one) => one.type === type && one.address === address),
    )
    if (channel === undefined) return null
    const item = `${itemPrefix(recipient)}${usedChannels.length}`
    const stage = recipient.round === 0 && recipient.step === 0 ? 'active' : 'not-confirmed'
    await this.send({ item, stage, contactId: contact.id, ...channel, from: this.on, snapshot: this.snapshot })
    const lateOn = new Date(this.on + channels[channel.type].lateAfterMs)
    await putRecipient(this.tx, this.escalation, recipient, { item, lateOn })
    return channel.type
  }

  /** Tells the first of a group, in the order of their duty, who was not notified yet and can be. Null: none. */
  async notifyNextOf(group: ContactGroup, stepKey: { round: number; step: number }): Promise<string | null> {
    const notified = await this.recipients(stepKey.round, stepKey.step)
    for (const contactId of dutyOrder(group, this.on, this.moment.timeZone)) {
      if (notified.has(contactId)) continue
      const name = await this.notify({ ...stepKey, contactId, groupId: group.id })
      if (name !== null) return name
    }
    return null
  }

  /** Puts a message in the outbox. */
  async send(message: {
    item: string
    stage: Stage
    contactId: number
    type: ChannelType
    address: string
    /** Not before. */
    from: number
    snapshot: Omit<MessageSnapshot, 'params' | 'outage'> | null
  }): Promise<void> {
    const { item, stage, contactId, type, address, from, snapshot } = message
    if (snapshot === null) return
    const { orgId, alertId, lastEpisode: episode } = this.escalation
    const outageNetId = this.#state && outageNetIdOf(this.alert, this.#state)
    const row = {
      item,
      stage,
      type,
      recepient: address,
      contactId,
      paramId: null,
      value: null,
      snapshot,
      outageNetId,
      behind: null,
    }
    const when = { dueOn: from, on: from, state: 'waiting' as const, reason: null }
    await insertMessages(this.tx, [{ orgId, alertId, episode, ...row, ...when }])
  }

  /** Writes the log. */
  async end(): Promise<void> {
    await addDetails(this.tx, this.escalation, this.on, this.#details)
  }
}
