import type { AddressAssigner } from './data-connection.ts'
import type { Bearer } from './facts.ts'

/** Helpers of the box, which may change its network. */
export interface ModemHelpers {
  /** Rejects where there is none. */
  readonly setAddress: (request: {
    readonly interface: string
    readonly config: ModemAddressConfig | null
  }) => Promise<void>
  readonly setDhcp: (request: { readonly interface: string; readonly isOn: boolean }) => Promise<void>
}

interface ModemAddressConfig {
  readonly address: string
  readonly prefix: number
  readonly gateway: string | null
  readonly mtu: number | null
}

/** Addresses that the network gave to the modem go to the helper of the network; where the modem itself is to be asked, networkd does that. */
export const addressesBy = ({ setAddress, setDhcp }: ModemHelpers): AddressAssigner => ({
  async assign(bearer) {
    const { interface: name, method } = bearer
    if (method === 'static') await setAddress({ interface: name, config: configOf(bearer) })
    else if (method === 'dhcp') await setDhcp({ interface: name, isOn: true })
    else throw new Error('its data is PPP, which is left to NetworkManager')
  },
  async release({ interface: name, method }) {
    if (method === 'static') await setAddress({ interface: name, config: null })
    else if (method === 'dhcp') await setDhcp({ interface: name, isOn: false })
  },
})

const configOf = ({ address, prefix, gateway, mtu }: Bearer): ModemAddressConfig => {
  if (address === null || prefix === null) throw new Error('the network gave it no address')
  return { address, prefix, gateway, mtu }
}
