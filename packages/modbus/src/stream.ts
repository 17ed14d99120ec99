/** Bytes both ways: a socket dialled or accepted, a serial port, a pty, a simulated line. */
export interface ByteStream {
  /** Its bytes take the time of the wire, so an answer cannot arrive sooner than that. */
  readonly isTimed?: boolean
  /** False asks for a pause until `drain`. */
  write(bytes: Uint8Array): unknown
  destroy(): unknown
  pause?(): unknown
  resume?(): unknown
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown
  on(event: 'close' | 'drain', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}
