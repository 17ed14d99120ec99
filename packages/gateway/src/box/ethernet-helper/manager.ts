import type { InterfaceSettings } from '../helper-requests.ts'

/**
 * Manager of the lent interface. Settings in their trial period are reverted after the timeout, even when all programs
 * have crashed.
 */
export interface InterfaceManager {
  /** Is the interface its own? */
  manages(name: string): Promise<boolean>
  try(name: string, settings: InterfaceSettings, confirmSec: number): Promise<void>
  keep(name: string): Promise<void>
  revert(name: string): Promise<void>
  renew(name: string, isRenewed: boolean, dns: readonly string[]): Promise<void>
}
