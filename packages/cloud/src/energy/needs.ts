import type { Database } from '@busbar/database'
import type { History } from '@busbar/readings'
import type { Call, CallKind } from '../accounts/call.ts'
import type { AccountMails } from '../accounts/mail/account-mails.ts'
import type { EnergyKeeper } from './stored/energy-keeper.ts'

/** Parts of the service that the handlers of this folder use. */
export interface EnergyNeeds {
  db: Database
  /** The time of day, for what is stored and shown. */
  now: () => Date
  mails: AccountMails
  /** Sends reports by mail. */
  reportMailer: { readonly isOn: boolean; wake(): void }
  history: History
  /** What the sensors of trees measured. */
  energy: Pick<EnergyKeeper, 'catchUp' | 'inRecordingTx' | 'markDaysInTx'>
}

export type EnergyCall<Kind extends CallKind> = EnergyNeeds & Call<Kind>
