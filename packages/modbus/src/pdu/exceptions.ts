/** Modbus exceptions by number. */
export const exceptions = {
  1: 'IllegalFunction',
  2: 'IllegalDataAddress',
  3: 'IllegalDataValue',
  4: 'ServerDeviceFailure',
  5: 'Acknowledge',
  6: 'ServerDeviceBusy',
  7: 'NegativeAcknowledge',
  8: 'MemoryParityError',
  10: 'GatewayPathUnavailable',
  11: 'GatewayTargetDeviceFailedToRespond',
} as const

type KnownExceptions = typeof exceptions
export type ExceptionCode = keyof KnownExceptions
/** A number outside the standard keeps it in its name: `Exception9`. */
export type ExceptionName = KnownExceptions[ExceptionCode] | `Exception${number}`

const isKnown = (code: number): code is ExceptionCode => code in exceptions

export const exceptionName = (code: number): ExceptionName => (isKnown(code) ? exceptions[code] : `Exception${code}`)

const codes: ReadonlyMap<string, number> = new Map(
  Object.entries(exceptions).map(([code, name]) => [name, Number(code)]),
)

/** The number of a name, or null where the name is no exception. */
export const exceptionCode = (name: string): number | null => {
  const unknown = /^Exception(\d{1,3})$/.exec(name)?.[1]
  return codes.get(name) ?? (unknown === undefined ? null : Number(unknown))
}

/** The function code of a PDU; 0, which is no function, where the PDU is empty. */
export const functionCode = (pdu: Uint8Array): number => pdu[0] ?? 0

/** Returns whether a response is an exception: the highest bit of its function code is set. */
export const isExceptionPdu = (pdu: Uint8Array): boolean => functionCode(pdu) > 0x7f
