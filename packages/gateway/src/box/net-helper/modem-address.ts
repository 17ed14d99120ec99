import { isIPv4 } from 'node:net'
import { type Command, flushAddresses, runCommand, setAddress } from '@busbar/uplink/tunnel'
import { z } from 'zod'
import type { BoxConf } from '../box-conf.ts'
import { modemInterface } from '../helper-requests.ts'

const isOneAddress = (text: string): boolean => isIPv4(text) && !/^(0|127|22[4-9]|23\d|24\d|25[0-5])\./.test(text)
const address = z.string().refine(isOneAddress, 'an address of one machine')

export const modemAddressRequest = z.strictObject({
  verb: z.literal('modem-address'),
  interface: modemInterface,
  /** As the network gave it to the modem; null: it has ended. */
  config: z
    .strictObject({
      address,
      prefix: z.int().min(8).max(32),
      gateway: address.nullable(),
      mtu: z.int().min(576).max(9000).nullable(),
    })
    .nullable(),
})
export type ModemAddressRequest = z.output<typeof modemAddressRequest>

/** Lower priority than the usual default routes of Ethernet and WLAN. */
const metric = '700'

interface Options {
  readonly conf: () => Pick<BoxConf, 'ethernet' | 'modem'>
  /** Replaces the command runner in tests. */
  readonly run?: (command: Command) => Promise<string>
}

/** Assigns and removes the address of a modem interface. */
export class ModemAddress {
  readonly #conf: Options['conf']
  readonly #run: (command: Command) => Promise<string>

  constructor({ conf, run = runCommand }: Options) {
    this.#conf = conf
    this.#run = run
  }

  async set({ interface: name, config }: ModemAddressRequest): Promise<void> {
    const { ethernet, modem } = this.#conf()
    if (!modem) throw new Error('the modem is switched off in box.conf')
    if (name === ethernet) throw new Error(`${name} is the Ethernet of this box`)
    await this.#run(flushAddresses(name))
    if (config === null) return void (await this.#run(ip('link', 'set', name, 'down')))
    const { address: own, prefix, gateway, mtu } = config
    await this.#run(ip('link', 'set', name, ...(mtu === null ? [] : ['mtu', String(mtu)]), 'up'))
    await this.#run(setAddress(name, own, prefix))
    const via = gateway === null ? [] : ['via', gateway]
    await this.#run(ip('-4', 'route', 'replace', 'default', ...via, 'dev', name, 'metric', metric))
  }
}

const ip = (...args: string[]): Command => ({ program: 'ip', args })
