import type { Tx } from '../../../db/sql.ts'
import { needInputs, needNoCircle } from '../../computed/check-formulas.ts'
import type { ParamSettings } from '../../params/settings.rules.ts'
import { wrong } from './document-errors.ts'
import { computedPlaces } from './import.sql.ts'

/** Looks at formulas that were stored just now, whose parameters are all there, or were once. */
export const importFormulas = async (
  tx: Tx,
  orgId: number,
  params: readonly Pick<ParamSettings, 'formula'>[],
  gone: ReadonlySet<number>,
): Promise<void> => {
  const [misplaced] = await computedPlaces(tx, orgId)
  if (misplaced !== undefined) {
    throw wrong('params', `${misplaced.slug}: computed parameters and others are in devices of their own`)
  }
  const asked = params.flatMap(({ formula }) => (formula === null ? [] : { where: 'body.params', formula }))
  if (asked.length === 0) return
  await needInputs(tx, orgId, asked, gone)
  await needNoCircle(tx, orgId, 'body.params')
}
