import type { PathName } from '../paths.rules.ts'
import type { CallBackLink } from './link.ts'
import type { CallBackRegisters } from './registers.ts'

export type CallBackState =
  | { readonly name: 'disabled' | 'connecting' }
  | { readonly name: 'waiting'; readonly untilMs: number }
  | {
      readonly name: 'connected'
      readonly by: PathName
      readonly link: Pick<
        CallBackLink,
        'sinceMs' | 'lastReceivedMs' | 'remoteIp' | 'unit' | 'step' | 'cloudKey' | 'keepAlive' | 'close'
      >
    }

/** State group `mbTcpCallback`. */
export interface CallBackStatus {
  readonly state: CallBackState['name']
  /** Until the next call. */
  readonly waitingTimeSec: number | null
  readonly interface: PathName | null
  readonly remoteIp: string | null
  readonly remotePort: number
  readonly connectionTimeSec: number
  readonly idleTimeSec: number
  readonly activationWithCode: 'unused' | 'set' | 'activated' | null
  /** Eight digits; empty while there is no code. */
  readonly activationCode: string
  /** Why the gateway is not bound, when the cloud gave a reason. */
  readonly refusal?: string
}

export const statusOf = (
  state: CallBackState,
  { isActivated, code }: Pick<CallBackRegisters, 'isActivated' | 'code'>,
  remotePort: number,
  nowMs: number,
  refusal: string | null,
): CallBackStatus => {
  const link = state.name === 'connected' ? state.link : null
  const codeState = code === '' ? 'unused' : 'set'
  return {
    state: state.name,
    waitingTimeSec: state.name === 'waiting' ? Math.max(0, Math.ceil((state.untilMs - nowMs) / 1000)) : null,
    interface: state.name === 'connected' ? state.by : null,
    remoteIp: link?.remoteIp ?? null,
    remotePort,
    connectionTimeSec: link === null ? 0 : Math.floor((nowMs - link.sinceMs) / 1000),
    idleTimeSec: link === null ? 0 : Math.floor((nowMs - link.lastReceivedMs) / 1000),
    activationWithCode: link === null ? null : isActivated ? 'activated' : codeState,
    activationCode: code,
    ...(refusal !== null && { refusal }),
  }
}

/** Setting `cbCloud`. */
export interface CallBackSettings {
  readonly hostname: string
  readonly connPort: number
  /** null disabled, 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only. */
  readonly connMode: number | null
  readonly delayForKeepaliveSec: number
  readonly delayForConnSec: number
}
