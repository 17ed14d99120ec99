import { networkInterfaces } from 'node:os'
import type { Log } from '@busbar/kit/log'
import { includesGsm } from '../box/modem/data.rules.ts'
import { addressesBy } from '../box/modem/data-connection.ts'
import type { Bearer } from '../box/modem/facts.ts'
import { ModemMemory } from '../box/modem/memory.ts'
import { Modem, type SmsOutcome } from '../box/modem/modem.ts'
import { providersIn } from '../box/modem/service-providers.ts'
import { askHelper } from '../box/root-helper.ts'
import { interfaceBytes } from '../box/traffic.ts'
import type { Gate } from '../bus/gate/gate.ts'
import { Paths } from '../network/paths.ts'
import type { Settings } from '../settings/table.ts'
import type { ExecutionCode } from '../tasks/running/fault.ts'
import { boxInterface } from './box-parts.ts'
import type { Host } from './host.ts'

interface ModemLink {
  readonly modem: Modem
  readonly paths: Paths
}

/** The modem and the paths that it provides. */
export const modemLinkFor = (host: Host, gate: Gate, isClockRight: () => boolean, log: Log): ModemLink => {
  const { env, clock, store, folder, deviceClock, identity, runTime, modemPort, netHelper } = host
  const { active } = store
  const modem = new Modem({
    variant: env.variant,
    settings: active.gsm,
    language: active.language,
    port: modemPort,
    memory: new ModemMemory(folder),
    gate,
    rights: () => store.active.protect,
    isDataUsed: () => isGsmUsed(store.active),
    providerOf: providersIn(host.providersFile),
    addresses: addressesBy({
      setAddress: async (request) => {
        if (netHelper === null) throw new Error('nothing on this box can give the modem its address')
        await netHelper.modemAddress(request)
      },
      setDhcp: async (request) => void (await askHelper(env.helper, { verb: 'modem-dhcp', ...request })),
    }),
    bearerAddress,
    interfaceBytes: (name) => interfaceBytes(name),
    about: () => {
      const { label, version } = identity.product
      return { label: `${label} ${version}`, runTimeMin: runTime.status().runTimeMin }
    },
    isClockRight,
    onChange: () => paths.check(),
    now: deviceClock.now,
    clock,
    log,
  })
  const paths: Paths = new Paths(() => ({ eth: boxInterface(host.box)?.ip ?? null, gsm: modem.uplink() }))
  // The system routes packets by rules of the helper.
  paths.onChange(() => {
    if (modem.uplink() === null) return
    const updated = netHelper?.paths() ?? Promise.reject(new Error('there is no helper that makes routes'))
    updated.catch((error: unknown) => log.warn({ err: error }, 'routes of the paths could not be updated'))
  })
  return { modem, paths }
}

/** True if any function uses GSM, even as a fallback. */
const isGsmUsed = ({ cbCloud, rmSrv, fwd, ntp, download, firmware, wgCloud, wgManual }: Settings): boolean =>
  fwd.some(({ listenPort }) => listenPort !== null) ||
  [
    cbCloud.hostname === '' ? null : cbCloud.connMode,
    ...rmSrv.map(({ ip, connMode }) => (ip === '' ? null : connMode)),
    ntp.connMode,
    firmware.checkPeriodSec === null ? null : download.connMode,
    wgCloud.connMode,
    wgManual.connMode,
  ].some(includesGsm)

/** Returns the interface of a bearer; with PPP the system does not report which one it is. */
const bearerAddress = ({ interface: name, method }: Bearer) => {
  const all = networkInterfaces()
  const found = method === 'ppp' ? Object.keys(all).find((one) => one.startsWith('ppp')) : name
  const ip = all[found ?? '']?.find(({ family }) => family === 'IPv4')?.address
  return found === undefined || ip === undefined ? null : { interface: found, ip }
}

const codes: Readonly<Record<SmsOutcome, ExecutionCode | undefined>> = {
  sent: undefined,
  'no modem': 'EXC_ACTION_UNKNOWN',
  'no phone': 'EXC_PARAM_PATH_UNAVAILABLE',
  unsent: 'EXC_IO',
}

/** Error code of the task language for the outcome of a message. */
export const taskCodeOf = (outcome: SmsOutcome): ExecutionCode | undefined => codes[outcome]
