import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../kit/percentile.ts'
import { type Goal, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import { type Arrival, channels, type ReceiverActs } from './roles/receivers.ts'
import type { SentMessage, WatchActs } from './roles/watch.ts'

type WatchRole = ReturnType<typeof startRole<WatchActs>>
const pollMs = 200
const quietLooks = 5

/** From a reading to its message, and so many alerts in one second: over sockets, to receivers in a process of their own. */
export const measureMessages = async (watch: WatchRole, effort: { mails: number; burst: number }): Promise<Goal[]> => {
  const receivers = startRole<ReceiverActs>(import.meta.resolve('./roles/receivers.ts'))
  try {
    const ports = await receivers.ask('open')
    await watch.ask('serve', { ports, mailOnly: effort.mails, allWays: effort.burst })
    /** Until all is sent that the readings lead to; they are recorded within a quarter of a second. */
    const settled = async (): Promise<Arrival[]> => {
      for (let quiet = 0; quiet < quietLooks; quiet += 1) {
        await wait(pollMs)
        if ((await watch.ask('unsent')) > 0) quiet = 0
      }
      return receivers.ask('arrivals')
    }
    const one = await watch.ask('tell', { isMailOnly: true, everyMs: 50, isHigh: true })
    const mailTimes = timesOf(await settled(), one, await watch.ask('messages')).email
    console.log(`\nOne reading every 50 ms, to its e-mail: median ${percentile(mailTimes, 0.5).toFixed(0)} ms`)

    const everyMs = 1000 / effort.burst
    const began = await watch.ask('tell', { isMailOnly: false, everyMs, isHigh: true })
    const first = await settled()
    const sentMessages = await watch.ask('messages')
    const times = timesOf(first, began, sentMessages)
    // Over, and again: what has not left by then must not be overtaken.
    await watch.ask('tell', { isMailOnly: false, everyMs, isHigh: false })
    await watch.ask('tell', { isMailOnly: false, everyMs, isHigh: true })
    const all = [...first, ...(await settled())]
    const messages = await watch.ask('messages')

    const rows = [['channel', 'messages', 'first, ms', 'last, s', 'p50, ms', 'p99, ms', 'by hand, s', 'times']]
    const startMs = Math.min(...began.map(([, readAt]) => readAt))
    const ratios: number[] = []
    // All at once, as the service has it.
    const count = effort.burst
    const hands = channels.map(
      async (channel) => [channel, await watch.ask('byHand', { ports, channel, count })] as const,
    )
    const byHand = new Map(await Promise.all(hands))
    for (const channel of channels) {
      const at = first.filter((arrival) => arrival.channel === channel).map((arrival) => arrival.at - startMs)
      const byHandMs = byHand.get(channel) ?? Number.NaN
      const lastMs = Math.max(...at)
      ratios.push(lastMs / byHandMs)
      rows.push([
        channel,
        `${at.length}`,
        Math.min(...at).toFixed(0),
        (lastMs / 1000).toFixed(1),
        percentile(times[channel], 0.5).toFixed(0),
        percentile(times[channel], 0.99).toFixed(0),
        (byHandMs / 1000).toFixed(2),
        (lastMs / byHandMs).toFixed(1),
      ])
    }
    console.log(
      `\n${effort.burst} alerts become active in one second, each with a message by each channel. Times are from the value.`,
    )
    console.log('By hand: as many to the same receivers, as many at once, with a row committed before and after each.')
    console.log(table(rows))
    const { lost, doubled, disordered } = judge(all, messages)
    console.log(`\nThen over and active again at once: ${all.length} messages arrived in all.`)
    return [
      {
        what: 'reading to delivered e-mail, p99',
        value: percentile(mailTimes, 0.99),
        unit: ' ms',
        wants: { below: 1000 },
      },
      { what: 'messages of the burst that were lost', value: lost, wants: { atMost: 0 } },
      { what: 'messages that came twice', value: doubled, wants: { atMost: 0 } },
      { what: 'messages after a newer one', value: disordered, wants: { atMost: 0 } },
      { what: 'until the last message / by hand, slowest channel', value: Math.max(...ratios), wants: { atMost: 10 } },
    ]
  } finally {
    await receivers.stop()
  }
}

type ChannelTimes = Record<Arrival['channel'], number[]>

/** From each alert's reading to each of its messages. */
const timesOf = (
  arrivals: readonly Arrival[],
  taken: readonly [number, number][],
  sentMessages: readonly SentMessage[],
): ChannelTimes => {
  const readAt = new Map(taken)
  const alertOf = new Map(sentMessages.map(({ id, alertId }) => [id, alertId]))
  const times: ChannelTimes = { email: [], sms: [], 'voice-call': [], webhook: [] }
  for (const { channel, id, at } of arrivals) times[channel].push(at - (readAt.get(alertOf.get(id) ?? 0) ?? Number.NaN))
  return times
}

/** Messages that waited are merged into a newer one: they count as delivered with it. */
const judge = (arrivals: readonly Arrival[], messages: readonly SentMessage[]) => {
  const sentMessages = new Map(messages.map((one) => [one.id, one]))
  const seen = new Set<number>()
  const newest = new Map<string, number>()
  let [doubled, disordered] = [0, 0]
  for (const { channel, id } of arrivals) {
    const key = `${channel} ${sentMessages.get(id)?.alertId}`
    if (seen.has(id)) doubled += 1
    else if (id < (newest.get(key) ?? 0)) disordered += 1
    seen.add(id)
    newest.set(key, Math.max(id, newest.get(key) ?? 0))
  }
  const lost = messages.filter(
    ({ id, state }) => state !== 'digested' && !seen.has(id) && id >= Math.min(...seen),
  ).length
  return { lost, doubled, disordered }
}
