/** A row of the setting `rmSrv`. */
export interface RemoteRow {
  /** IPv4, or a name where the program allows that; empty: no peer is dialled. */
  readonly ip: string
  readonly connPort: number
  readonly delayForRcvMs: number
  readonly delayForConnSec: number
  /** null disabled, 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only. */
  readonly connMode: number | null
  /** Unit ID of the remote gateway itself, which takes the password. */
  readonly gateUid: number | null
  /** Units that are reached through it; empty: none. */
  readonly uidRange: string
  readonly password: string
  /** 1 RAW: RTU frames; 2 Modbus TCP. */
  readonly protocol: number
  /** The units of the range are 1, 2, 3 and so on at the remote server. */
  readonly virtualUids: boolean
}

export const isInUse = ({ ip, connMode }: Pick<RemoteRow, 'ip' | 'connMode'>): boolean => ip !== '' && connMode !== null

const rawProtocol = 1

/** RTU knows no transactions: one answer looks like another. */
export const isRaw = ({ protocol }: Pick<RemoteRow, 'protocol'>): boolean => protocol === rawProtocol
