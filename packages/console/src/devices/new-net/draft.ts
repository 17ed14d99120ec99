import type { RequestOf } from '../../data/api/api-query.ts'
import type { Variant } from '../../library/register-map/variants.rules.ts'

export const steps = ['connection', 'units', 'templates', 'preview', 'create', 'done'] as const
export type WizardStep = (typeof steps)[number]

export const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const
type Protocol = (typeof protocols)[number]

export type Connection = RequestOf<'nets', 'create'>['connection']

/** A unit that answered, or that was added by hand. */
export interface UnitDraft {
  unit: number
  /** Identification reported by the device. */
  about: string
  isWanted: boolean
  name: string
  template: { id: number; name: string } | null
  variant: Variant
}

/** A network that is being set up. It outlives its page, so that nothing typed is lost. */
export interface NetDraft {
  name: string
  way: 'direct' | 'code'
  host: string
  port: string
  protocol: Protocol
  code: string
  /**
   * The network, created as soon as it should be reached, and its inputs. An existing network (`isOld`) is never
   * deleted.
   */
  made: { netId: number; from: string; isOld?: boolean } | null
  isConnected: boolean
  from: string
  till: string
  scanId: string | null
  units: readonly UnitDraft[]
  periodSec: number
  deviceIds: readonly number[] | null
}

export const emptyDraft: NetDraft = {
  name: '',
  way: 'direct',
  host: '',
  port: '502',
  protocol: 'modbustcp',
  code: '',
  made: null,
  isConnected: false,
  from: '1',
  till: '32',
  scanId: null,
  units: [],
  periodSec: 10,
  deviceIds: null,
}

export type ChangeDraft = (change: (draft: NetDraft) => Partial<NetDraft>) => void

/** Props of every step. */
export interface StepProps {
  draft: NetDraft
  change: ChangeDraft
  go: (step: WizardStep) => void
}
