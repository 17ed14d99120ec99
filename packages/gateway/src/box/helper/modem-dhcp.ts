import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { HelperRequest } from '../helper-requests.ts'

/** Its route has a lower priority than Ethernet and WLAN; the name servers of the box are used. */
const networkFile = (name: string): string => `[Match]
Name=${name}

[Network]
DHCP=ipv4
LinkLocalAddressing=no

[DHCPv4]
RouteMetric=700
UseDNS=no
UseHostname=no
`

interface Options {
  readonly path?: string
  /** Replaces the system call in tests. */
  readonly reload?: () => Promise<void>
}

const reloadNetworkd = async (): Promise<void> => void (await promisify(execFile)('networkctl', ['reload']))

/** Configures systemd-networkd to request an address from the modem, at most until the next start of the box. */
export class ModemDhcp {
  readonly #path: string
  readonly #reload: () => Promise<void>

  constructor({ path = '/run/systemd/network/70-busbar-modem.network', reload = reloadNetworkd }: Options = {}) {
    this.#path = path
    this.#reload = reload
  }

  async set({ interface: name, isOn }: Extract<HelperRequest, { verb: 'modem-dhcp' }>): Promise<void> {
    if (isOn) {
      mkdirSync(dirname(this.#path), { recursive: true })
      writeFileSync(this.#path, networkFile(name), { mode: 0o644 })
    } else rmSync(this.#path, { force: true })
    await this.#reload()
  }
}
