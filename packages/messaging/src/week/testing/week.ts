import { at } from '@busbar/kit'
import { anOutbox, startOn } from '../../testing/outbox.ts'
import { addOrganizations, pollOf, type WatchedParam } from './organizations.ts'
import { judgingOn, Machine, SenderProcess } from './processes.ts'
import { Receivers } from './receivers.ts'
import { type Week, type WeekEvent, weekEvents } from './story.ts'

/** While something hangs, time must not pass faster than leases are renewed. */
const hangingStepMs = 10_000
const quietStepMs = 600_000
/** A message is tried for a day; when all are done with, that is the end. */
const afterMs = 30 * 3_600_000

/**
 * Runs the week: real evaluation, outbox and senders on a real database, in virtual time. Returns all received
 * messages.
 */
export const playWeek = async (week: Week) => {
  const outbox = await anOutbox()
  const { sql } = outbox
  const machine = new Machine(outbox.db, startOn)
  const { clock } = machine
  const receivers = new Receivers(week.seed)
  const params = await addOrganizations(sql, week.organizations)
  const high = new Set<WatchedParam>()
  /** How often each alert became active. */
  const occurrences = new Map(params.map((param) => [param.alertId, 0]))
  let judging = judgingOn(machine)
  const senders = Array.from({ length: week.senders }, () => new SenderProcess(machine, outbox, receivers))

  const settle = async (): Promise<void> => {
    do await machine.idle()
    while (judging.isBusy)
  }
  const wake = async (): Promise<void> => {
    for (const { sender, isDead } of senders) if (!isDead) sender.wake()
    await settle()
    for (const sender of senders) sender.unmarked.clear()
  }
  const restart = async (): Promise<void> => {
    await judging.stop()
    judging = judgingOn(machine)
    await judging.start()
  }
  const apply = async (one: WeekEvent): Promise<void> => {
    switch (one.what) {
      case 'value': {
        const { param, isHigh } = one
        if (isHigh && !high.has(param)) occurrences.set(param.alertId, (occurrences.get(param.alertId) ?? 0) + 1)
        if (isHigh) high.add(param)
        else high.delete(param)
        judging.recorder.record(pollOf(param, machine.now().getTime(), isHigh))
        return settle()
      }
      case 'fault':
        if (one.fault === null) receivers.faults.delete(one.type)
        else receivers.faults.set(one.type, one.fault)
        return
      case 'kill': {
        const sender = senders[one.sender]
        if (sender) sender.isDoomed = true
        return
      }
      case 'start': {
        const before = senders[one.sender]
        if (before && !before.isDead) {
          before.isDoomed = false
          return
        }
        const sender = new SenderProcess(machine, outbox, receivers)
        senders[one.sender] = sender
        return sender.sender.start()
      }
      case 'restart':
        return restart()
      case 'clock':
        machine.setMs += one.byMs
        return
      case 'confirm':
        await judging.watch.confirm({ ...one.param, from: 'Ann', comment: null })
    }
  }
  /** Until the next message is due, by the clock on the wall; null: none is left. */
  const dueInMs = async (): Promise<number | null> => {
    const now = machine.now()
    const [row] = await sql<{ count: number; dueOn: Date | null }[]>`
      select count(*)::int as count, min(next_try_on) filter (where next_try_on > ${now}) as "dueOn" from message
      where state in ('waiting', 'sending')`
    if (!row?.count) return null
    return row.dueOn ? row.dueOn.getTime() - now.getTime() : quietStepMs
  }

  await judging.start()
  for (const { sender } of senders) await sender.start()
  const events = weekEvents(params, week)
  const endMs = at(events, events.length - 1).atMs + afterMs
  let hungFromMs = Number.NEGATIVE_INFINITY
  while (clock.now() < endMs) {
    const nowMs = clock.now()
    if (receivers.hanging > 0) [receivers.hanging, hungFromMs] = [0, nowMs]
    const isHanging = nowMs - hungFromMs < 150_000
    const stepMs = isHanging ? hangingStepMs : quietStepMs
    const [next] = events
    const dueMs = await dueInMs()
    if (next === undefined && dueMs === null) break
    const tillMs = Math.min(nowMs + stepMs, nowMs + (dueMs ?? quietStepMs), next?.atMs ?? endMs)
    clock.advance(Math.max(1, tillMs - nowMs))
    while (events[0] && events[0].atMs <= clock.now()) {
      const one = events.shift()
      if (one) await apply(one)
    }
    await wake()
  }
  await judging.stop()
  for (const { sender } of senders) await sender.stop()
  return { sql, receivers, occurrences, errors: machine.errors }
}
