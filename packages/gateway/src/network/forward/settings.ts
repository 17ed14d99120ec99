/** A row of the setting `fwd`. */
export interface FwdRow {
  /** null: the row is not in use. */
  readonly listenPort: number | null
  readonly isUdp: boolean
  /** A name or an address. Empty: the DNS servers of this box. */
  readonly serverAddr: string
  readonly serverPort: number
}
