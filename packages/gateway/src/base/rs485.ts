/** RS-485 direction control of the serial port, as settings and status describe it. */

export const rs485Modes = ['driver', 'off', 'rts-on-send', 'rts-after-send'] as const
export const rs485Errors = ['ERROR_RS485_UNSUPPORTED', 'ERROR_RS485_ADJUSTED', 'ERROR_RS485_HELPER'] as const

export interface Rs485Settings {
  readonly mode: (typeof rs485Modes)[number]
  readonly delayBeforeMs: number
  readonly delayAfterMs: number
  readonly terminate: boolean
}

/** The configuration of a driver. */
export type Rs485InUse = Rs485Settings & { readonly mode: Exclude<Rs485Settings['mode'], 'driver'> }

export interface Rs485Status {
  readonly mode: Rs485Settings['mode']
  /** Null where the gateway did not set it. */
  readonly used: Rs485InUse | null
  readonly error: (typeof rs485Errors)[number] | null
  readonly detail: string | null
}
