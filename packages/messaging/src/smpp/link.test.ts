import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { SmppProvider } from '../testing/smpp-provider.ts'
import { SmppLink } from './link.ts'

/** Longer delays are for answers. */
const redialMsMax = 10_000

/** Reports every wait before a reconnection. */
class RecordingClock extends VirtualClock {
  readonly waits = new EventEmitter<{ wait: [number] }>()

  override after(delayMs: number, act: () => void): () => void {
    if (delayMs > 0 && delayMs <= redialMsMax) setImmediate(() => this.waits.emit('wait', delayMs))
    return super.after(delayMs, act)
  }
}

test('a provider that refuses is dialled after 1 s, 2 s and 4 s, and after it has bound 1 s again', async (t) => {
  const provider = new SmppProvider()
  const port = await provider.start()
  const clock = new RecordingClock()
  const account = { systemId: 'busbar', password: 'secret' }
  const log = new EventEmitter<{ said: [string] }>()
  const link = new SmppLink({
    host: '127.0.0.1',
    port,
    isTls: false,
    ...account,
    clock,
    chance: () => 0,
    onSms: () => {},
    log: { info: (_details, message) => void log.emit('said', message) },
  })
  t.after(async () => {
    link.stop()
    await provider.stop()
  })
  const nextWait = async (act: () => void): Promise<number> => {
    const waited = once(clock.waits, 'wait')
    act()
    const [ms] = (await waited) as [number]
    return ms
  }
  const bound = async (): Promise<void> => {
    while (!link.isBound) await once(log, 'said')
  }
  provider.bindStatus = 13
  const waits = [await nextWait(() => link.start())]
  for (let refused = 1; refused < 3; refused += 1) waits.push(await nextWait(() => clock.advance(waits.at(-1) ?? 0)))
  assert.deepEqual(waits, [1000, 2000, 4000])
  provider.bindStatus = 0
  clock.advance(4000)
  await bound()
  assert.equal(await nextWait(() => provider.sessions.at(-1)?.destroy()), 1000)
})
