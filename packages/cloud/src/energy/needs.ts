import type { Database } from '@busbar/database'
import type { History } from '@busbar/readings'
import type { Call, CallKind } from '../accounts/call.ts'
import type { AccountMails } from '../accounts/mail/account-mails.ts'
import type { EnergyKeeper } from './stored/energy-keeper.ts'

/** Parts of the service that the handlers of this folder use. */
export interface EnergyNeeds {
  db: Database
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  mails: AccountMails
  /** Sends reports by mail. */
  reportMailer: { readonly isOn: boolean; wake(): void }
  history: History
  /** Stored energy of tree sensors. */
  energy: Pick<EnergyKeeper, 'catchUp' | 'inRecordingTx' | 'markDaysInTx'>
}

export type EnergyCall<Kind extends CallKind> = EnergyNeeds & Call<Kind>
