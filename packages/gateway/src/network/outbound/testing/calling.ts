import type { TestContext } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { signingKeyOf } from '@busbar/uplink/handshake'
import { packReport } from '@busbar/uplink/report'
import type { Requester } from '../../../bus/gate/requester.ts'
import { CallBack, type CallBackParts } from '../call-back.ts'
import { type CallBackMemory, noMemory } from '../memory.ts'
import { type Call, keysOf } from './cloud.ts'

export const settings = {
  hostname: '127.0.0.1',
  connPort: 0,
  connMode: 1,
  delayForKeepaliveSec: 60,
  delayForConnSec: 10,
}
const identity = { type: 520, version: 103, mac: '02:00:5e:10:00:01', isMacUnique: true }
const macWords = '00020000005e001000000001'
export const announced = (rest: string): string => `000000000019ff031602080067${macWords}${rest}`
export const fresh = announced('000105f5e100')

/** A gateway that calls a cloud of sockets; requests that reach its field are recorded. */
export const setUp = async (
  t: TestContext,
  port: number,
  more: Partial<CallBackParts> & { memory?: Partial<CallBackMemory> } = {},
) => {
  const clock = new VirtualClock()
  const requesters: Requester[] = []
  const log: string[] = []
  const { memory, ...parts } = more
  const stored: { memory: CallBackMemory | null } = { memory: memory === undefined ? null : { ...noMemory, ...memory } }
  const save = (saved: CallBackMemory): void => void (stored.memory = saved)
  const note = (_: object, text: string): number => log.push(text)
  const ask = async (requester: Requester, unit: number): Promise<Uint8Array> => {
    requesters.push(requester)
    return Uint8Array.of(3, 2, 0, unit)
  }
  const gateway = new CallBack({
    settings: { ...settings, connPort: port },
    tls: 'off',
    namedKey: null,
    isKeylessAllowed: false,
    identity,
    key: signingKeyOf(keysOf(1).privateKey),
    unit: () => 255,
    gate: { ask },
    requests: { report: async () => packReport('{"time":{}}'), requestUpdate: async () => 'there is no card' },
    store: { load: () => stored.memory, save, saveWhenPossible: save },
    clock,
    newBytes: (count) => new Uint8Array(count).fill(0xff),
    log: { warn: note, error: note, info: note },
    ...parts,
  })
  await gateway.start()
  t.after(() => gateway.stop())
  return { gateway, clock, requesters, log, stored }
}

export const cloudKey = keysOf(2).publicKey.toString('base64')
export const writeCode = ({ client }: Call, code: number): Promise<unknown> =>
  client.ask(255, { fn: 16, address: 1009, words: [code >>> 16, code & 0xffff] })
export const written = { ok: { fn: 16, address: 1009, count: 2 } }
export const read = { fn: 3, address: 0, count: 1 } as const
