import type { Variant } from '../../base/variant.ts'
import type { ModemFacts } from './facts.ts'

export interface GsmStateFacts {
  readonly variant: Variant
  /** Setting `gsm.enable`. */
  readonly isWanted: boolean
  readonly modem: ModemFacts | null
  /** The address by which the box is in the network of the modem. */
  readonly ip: string | null
  readonly trafficBytes: number
}

/**
 * 0 unknown; 1 not required; 2 required, attempts unknown; 3 to 6 required with 0 to 3 attempts left; 7 more; 8 another
 * code is required.
 */
const pinState = ({ lock, pinTries }: Pick<ModemFacts, 'lock' | 'pinTries'>): number => {
  switch (lock) {
    case 'unknown':
      return 0
    case 'none':
      return 1
    case 'pin':
      return pinTries === null ? 2 : Math.min(pinTries + 3, 7)
    case 'other':
      return 8
  }
}

/** Returns state group `gsm`. Without a modem it reports that, whatever the settings. */
export const gsmState = ({ variant, isWanted, modem, ip, trafficBytes }: GsmStateFacts) => {
  const isRegistered = modem !== null && modem.registration !== 'none'
  return {
    signalLevel: isRegistered ? modem.signalPercent : null,
    ip: modem?.bearer == null ? null : ip,
    imei: modem?.imei ?? null,
    simState: modem?.hasSim === true ? 1 : 0,
    pinState: modem === null || !modem.hasSim ? 0 : pinState(modem),
    ccid: modem?.ccid ?? null,
    provider: modem?.operator ?? null,
    radioBand: isRegistered ? modem.generation : null,
    ...(variant === 'B' && { isEnabled: isWanted && modem?.isEnabled === true }),
    isTcpIpBusy: modem?.isBusy ?? false,
    isGsmRegistered: isRegistered,
    isGsmRoaming: modem?.registration === 'roaming',
    isGprsStarted: modem !== null && modem.bearer !== null,
    traficTotal: trafficBytes,
  }
}
