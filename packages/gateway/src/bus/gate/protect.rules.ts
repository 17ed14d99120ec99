import type { ProtectSettings } from './settings.ts'

/** Access that a request needs, judged by its function. */
export interface RequiredAccess {
  readonly read: boolean
  readonly write: boolean
}

/** Passwords of a requester that were right when it gave them. */
export interface EnteredPasswords {
  readonly read: string | null
  readonly write: string | null
}

const reads: ReadonlySet<number> = new Set([1, 2, 3, 4, 7, 11, 12, 17, 20, 24])
const writes: ReadonlySet<number> = new Set([5, 6, 15, 16, 21, 22])
/**
 * Read-only diagnostics: the echo, the diagnostic register and the counters. The others restart, mute or clear the
 * device.
 */
const quietDiagnostics: ReadonlySet<number> = new Set([0, 2, 11, 12, 13, 14, 15, 16, 17, 18])
const deviceIdentification = 14

/** An unknown function may do anything. */
export const requiredAccess = (pdu: Uint8Array): RequiredAccess => {
  const [fn = 0, second = 0, third = 0] = pdu
  if (reads.has(fn)) return { read: true, write: false }
  if (writes.has(fn)) return { read: false, write: true }
  if (fn === 43 && second === deviceIdentification) return { read: true, write: false }
  const isQuiet = fn === 8 && pdu.length === 5 && quietDiagnostics.has(second * 256 + third)
  return { read: true, write: !isQuiet }
}

/** A password that has been changed no longer grants access. */
const isOpen = (isEnabled: boolean, password: string, entered: string | null): boolean =>
  isEnabled && (password === '' || entered === password)

export const isAllowed = (protect: ProtectSettings, entered: EnteredPasswords, needs: RequiredAccess): boolean =>
  (!needs.read || isOpen(protect.mbGateReadEnable, protect.passwordMbRead, entered.read)) &&
  (!needs.write || isOpen(protect.mbGateWriteEnable, protect.passwordMbGateWrite, entered.write))

/** The gateway's own settings: with no password set they are read-only. */
export const mayWriteOwn = (protect: ProtectSettings, entered: EnteredPasswords): boolean =>
  protect.passwordMbGateWrite !== '' && isAllowed(protect, entered, { read: false, write: true })
