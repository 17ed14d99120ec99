/** A row of the setting `rmSrv`. */
export interface RemoteRow {
  /** IPv4, or a host name where permitted; empty for an unused row. */
  readonly ip: string
  readonly connPort: number
  readonly delayForRcvMs: number
  readonly delayForConnSec: number
  /** null disabled, 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only. */
  readonly connMode: number | null
  /** Unit ID of the remote gateway itself, which takes the password. */
  readonly gateUid: number | null
  /** Units reached through the server; empty for none. */
  readonly uidRange: string
  readonly password: string
  /** 1 RAW: RTU frames; 2 Modbus TCP. */
  readonly protocol: number
  /** The units of the range are 1, 2, 3 and so on at the remote server. */
  readonly virtualUids: boolean
}

export const isInUse = ({ ip, connMode }: Pick<RemoteRow, 'ip' | 'connMode'>): boolean => ip !== '' && connMode !== null

const rawProtocol = 1

/** RTU has no transaction IDs, so responses cannot be told from each other. */
export const isRaw = ({ protocol }: Pick<RemoteRow, 'protocol'>): boolean => protocol === rawProtocol
