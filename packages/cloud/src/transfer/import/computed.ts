import type { Tx } from '@busbar/database'
import { needInputs, needNoCircle } from '../../devices/computed/check-formulas.ts'
import type { ParamSettings } from '../../devices/params/settings.rules.ts'
import { documentError } from './document-errors.ts'
import { misplacedParams } from './import.sql.ts'

/** Looks at formulas that were stored just now, whose parameters are all there, or were once. */
export const importFormulas = async (
  tx: Tx,
  orgId: number,
  params: readonly Pick<ParamSettings, 'formula'>[],
  goneParamIds: ReadonlySet<number>,
): Promise<void> => {
  const [misplaced] = await misplacedParams(tx, orgId)
  if (misplaced !== undefined) {
    throw documentError('params', `${misplaced.slug}: computed parameters and others are in devices of their own`)
  }
  const formulas = params.flatMap(({ formula }) => (formula === null ? [] : { where: 'body.params', formula }))
  if (formulas.length === 0) return
  await needInputs(tx, orgId, formulas, goneParamIds)
  await needNoCircle(tx, orgId, 'body.params')
}
