import { stateOf } from './api.ts'

/** Groups of the state that the panel shows. Generation A lacks the optional ones. */
export interface GatewayState {
  readonly ethernet: { readonly ip: string | null; readonly mac: string; readonly linkUp: boolean }
  readonly gsm: { readonly simState: number; readonly signalLevel: number | null; readonly provider: string | null }
  readonly vpn: { readonly linkState: string }
  readonly mbTcpCallback: {
    readonly state: 'disabled' | 'waiting' | 'connecting' | 'connected'
    readonly waitingTimeSec: number | null
    readonly remoteIp: string | null
    readonly connectionTimeSec: number
    readonly activationWithCode: 'unused' | 'activated' | 'set' | null
    readonly activationCode: string
    readonly refusal?: string
  }
  readonly fwUpdate: {
    readonly updateState: string
    readonly downloadState: string
    readonly progress: string | null
    readonly errorCode: string | null
    readonly availableVersion: number | null
    readonly savedVersion: number | null
    readonly currentVersion: number
  }
  readonly mbTcpServer: {
    readonly isActive: boolean
    readonly listenPortEth: number
    readonly clients: readonly object[]
  }
  readonly mbTcpClients: readonly {
    readonly state: string
    readonly remoteIp: string
    readonly remotePort: number
    readonly connectionTimeSec: number
  }[]
  readonly statistics: { readonly runTimeMin: number }
  readonly memCard: {
    readonly capacityKb: number | null
    readonly freeKb: number | null
    readonly isMounted: boolean
    readonly isInserted: boolean
  }
  readonly settings: { readonly isUserModified: boolean; readonly notKept?: string }
  readonly time: {
    readonly timeLocal: string
    readonly timeUtc: string
    readonly isDst: boolean
    readonly sunriseLocalSec: number | null
    readonly sunsetLocalSec: number | null
  }
  readonly misc: {
    readonly voltage: string | null
    readonly temperature: string | null
    readonly resetFlags?: readonly string[]
  }
}

export const readState = <K extends keyof GatewayState>(...keys: K[]): Promise<Pick<GatewayState, K>> => stateOf(keys)
