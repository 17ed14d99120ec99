import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { paramsOf, parseFormula } from '../../formula/parse.ts'
import { computedMax } from './computed.contract.ts'
import { formulasOf, inputRows } from './computed.sql.ts'
import { sorted } from './computed-device.ts'

/** A formula of a request: its parameters must be the organization's, and numbers. */
export interface RequestedFormula {
  where: string
  formula: string
}

/** Refuses formulas that name what is not there. `deletedIds` are parameters of old that may be named all the same. */
export const needInputs = async (
  sql: Queries,
  orgId: number,
  formulas: readonly RequestedFormula[],
  deletedIds: ReadonlySet<number> = new Set(),
): Promise<void> => {
  const inputs = formulas.map(({ where, formula }) => ({ where, ids: inputsOf(formula) }))
  const rows = await inputRows(sql, orgId, [...new Set(inputs.flatMap(({ ids }) => ids))])
  const paramsById = new Map(rows.map((row) => [row.id, row]))
  for (const { where, ids } of inputs) {
    for (const id of ids) {
      const problem = paramsById.has(id) || deletedIds.has(id) ? null : 'is no parameter of the organization'
      const isText = paramsById.get(id)?.valueType === 'string'
      if (problem !== null || isText) throw badRequest(`${where}: #${id} ${problem ?? 'is a text'}`)
    }
  }
}

/** Refuses a circle among all that the organization has. To be called when they are stored, before the end of the transaction. */
export const needNoCircle = async (tx: Queries, orgId: number, where: string): Promise<void> => {
  const stored = (await formulasOf(tx, orgId)).map((one) => ({ ...one, inputs: inputsOf(one.formula) }))
  if (stored.length > computedMax)
    throw badRequest(`${where}: an organization has at most ${computedMax} computed parameters`)
  const params = new Map(stored.map((one) => [one.id, one]))
  const needed = (id: number): number[] => (params.get(id)?.inputs ?? []).filter((input) => params.has(input))
  if (sorted([...params.keys()], needed) === null) throw badRequest(`${where}: the formula needs itself, by others`)
  const devices = Map.groupBy(stored, ({ deviceId }) => deviceId)
  const before = (deviceId: number): number[] =>
    (devices.get(deviceId) ?? [])
      .flatMap(({ id }) => needed(id))
      .flatMap((input) => params.get(input)?.deviceId ?? [])
      .filter((other) => other !== deviceId)
  if (sorted([...devices.keys()], before) === null) {
    throw badRequest(`${where}: two computed devices would need each other; put what belongs together into one`)
  }
}

const inputsOf = (text: string): number[] => {
  const formula = parseFormula(text)
  return 'error' in formula ? [] : paramsOf(formula)
}

const badRequest = (message: string): Refusal => new Refusal('IncorrectRequest', message)
