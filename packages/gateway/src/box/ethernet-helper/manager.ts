import type { InterfaceSettings } from '../helper-requests.ts'

/** The manager of the box's interface. What is tried comes back by itself after a while, even if all others have died. */
export interface InterfaceManager {
  /** Is the interface its own? */
  manages(name: string): Promise<boolean>
  try(name: string, settings: InterfaceSettings, confirmSec: number): Promise<void>
  keep(name: string): Promise<void>
  revert(name: string): Promise<void>
  renew(name: string, isRenewed: boolean, dns: readonly string[]): Promise<void>
}
