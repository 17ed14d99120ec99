import { hostname } from 'node:os'
import type { Variant } from '../base/variant.ts'
import { product } from '../box/identity/product.ts'
import type { BusStatus } from '../bus/bus.ts'
import type { TrustLevel } from '../network/outbound/binding.rules.ts'
import type { CallBackStatus } from '../network/outbound/status.ts'
import type { LocalTime } from '../time/local-time.rules.ts'

/** Status of a gateway for an operator. Null values are unknown while it does not run. */
export interface GatewayStatus {
  readonly isRunning: boolean
  readonly label: string
  readonly version: string
  readonly host: string
  readonly variant: Variant | null
  /** `source` is the interface that the MAC was taken from, or `made`. */
  readonly identity: { readonly mac: string; readonly source: string; readonly isUnique: boolean } | null
  /** Short forms for comparison by phone: the first characters of both public keys in base64. */
  readonly keys: {
    readonly gateway: string | null
    readonly cloud: string | null
    /** Why that is the cloud's: pinned by activation, named by `--cloud-key`, or proven on this connection and not pinned yet. */
    readonly cloudIs: 'pinned' | 'named' | 'proven' | null
  }
  readonly activation: {
    readonly isActivated: boolean
    /** Trust of the connection to the cloud; null without one. */
    readonly step: TrustLevel | null
    readonly refusal: string | null
  }
  readonly cloud: {
    readonly hostname: string
    readonly port: number
    readonly state: CallBackStatus['state'] | null
    readonly remoteIp: string | null
  }
  readonly bus: {
    readonly port: string | null
    readonly isOpen: boolean
    readonly problem: string | null
    readonly mode: 'slave' | 'master' | 'raw'
    readonly framing: 'RTU' | 'ASCII'
    readonly baudRate: number
  } | null
  readonly listening: {
    readonly http: string | null
    /** Null while it does not listen for HTTPS. */
    readonly https: { readonly url: string; readonly fingerprint: string } | null
    /** Why it does not listen for HTTPS; null while it does, and when HTTPS is switched off. */
    readonly httpsProblem: string | null
    readonly modbusTcp: string | null
  }
  /** `notKept`: why data cannot be saved; null when it can. */
  readonly data: { readonly folder: string; readonly notKept: string | null }
  readonly time: { readonly local: string; readonly utcOffset: string; readonly isSummerTime: boolean }
}

/** HTTPS part of the status and the ready line. `status` is null when HTTPS is switched off. */
export const httpsListening = (
  status: { url: string | null; fingerprint: string | null; problem: string | null } | null,
): Pick<GatewayStatus['listening'], 'https' | 'httpsProblem'> => {
  const { url = null, fingerprint = null, problem = null } = status ?? {}
  return { https: url === null || fingerprint === null ? null : { url, fingerprint }, httpsProblem: problem }
}

export const programFacts = (): Pick<GatewayStatus, 'label' | 'version' | 'host'> => ({
  label: product.label,
  version: product.version,
  host: hostname(),
})

const shownChars = 8

/** Long enough to compare keys by phone. */
const shownKey = (key: Uint8Array): string => Buffer.from(key).toString('base64').slice(0, shownChars)

interface CloudKeys {
  readonly pinned: Uint8Array | null
  readonly named: Uint8Array | null
  readonly proven: Uint8Array | null
}

/** Returns the cloud key with the highest precedence. */
export const keysOf = (own: Uint8Array | null, cloud: CloudKeys): GatewayStatus['keys'] => {
  const gateway = own === null ? null : shownKey(own)
  for (const cloudIs of ['pinned', 'named', 'proven'] as const) {
    const key = cloud[cloudIs]
    if (key !== null) return { gateway, cloud: shownKey(key), cloudIs }
  }
  return { gateway, cloud: null, cloudIs: null }
}

const modes = { 0: 'slave', 1: 'master', 2: 'raw' } as const

export const busOf = (
  port: string | undefined,
  hdxMode: keyof typeof modes,
  { isOpen, problem, line }: BusStatus,
): GatewayStatus['bus'] => ({
  port: port ?? null,
  isOpen,
  problem,
  mode: modes[hdxMode],
  framing: line.frameMode === 0 ? 'RTU' : 'ASCII',
  baudRate: line.baudRate,
})

const minuteMs = 60_000

export const timeOf = ({ utcMs, date, time, isDst }: LocalTime): GatewayStatus['time'] => {
  const local = `${date}T${time}`
  const minutes = Math.round((Date.parse(`${local}Z`) - utcMs) / minuteMs)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const digits = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
  return { local, utcOffset: `${minutes < 0 ? '-' : '+'}${digits}`, isSummerTime: isDst }
}
