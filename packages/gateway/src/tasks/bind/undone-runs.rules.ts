import type { BoundAction, BoundFile, BoundStatement, Item } from './bound.ts'

/** A statement whose unread item fails the run, and with it the task's reaction to the failure of that unit. */
export interface UndoneRun {
  readonly line: number
  readonly item: string
  readonly unit: number
}

interface UsedItems {
  /** Items without which it fails. */
  readonly needed: Item[]
  /** Units whose failure the task tests with ERR or OK. */
  readonly tested: number[]
}

/**
 * Finds statements that fail when a unit does not respond although the task tests that unit with ERR or OK. A statement is safe if a
 * statement above it tests the unit and leaves with RETURN or GOTO. An action is also safe if its own condition tests the unit; the rest of
 * that condition is not, because both sides of AND and OR are always evaluated.
 */
export function undoneRuns({ statements }: Pick<BoundFile, 'statements'>): UndoneRun[] {
  const all = statements.map((statement) => {
    const { condition, action, otherwise } = statement
    return { statement, inCondition: usedBy(condition), inActions: usedBy(action, otherwise) }
  })
  const tested = new Set(all.flatMap(({ inCondition, inActions }) => [...inCondition.tested, ...inActions.tested]))
  const passed = new Set<number>()
  const found: UndoneRun[] = []
  for (const { statement, inCondition, inActions } of all) {
    const isUnsafe = ({ mapping }: Item): boolean =>
      mapping !== undefined && tested.has(mapping.unit) && !passed.has(mapping.unit)
    const isUntested = ({ mapping }: Item): boolean => !inCondition.tested.includes(mapping?.unit ?? 0)
    const item = inCondition.needed.find(isUnsafe) ?? inActions.needed.find((one) => isUnsafe(one) && isUntested(one))
    if (item?.mapping !== undefined) found.push({ line: statement.line, item: item.name, unit: item.mapping.unit })
    if (isLeaving(statement.action) || isLeaving(statement.otherwise))
      for (const unit of inCondition.tested) passed.add(unit)
  }
  return found
}

const isLeaving = (action: BoundAction | null): boolean => action?.do === 'RETURN' || action?.do === 'GOTO'

const usedBy = (...parts: (BoundAction | BoundStatement['condition'])[]): UsedItems => {
  const used: UsedItems = { needed: [], tested: [] }
  for (const part of parts) {
    if (part !== null && 'do' in part && 'item' in part) used.needed.push(part.item)
    collect(part, used)
  }
  return used
}

/** AGE, VALUE and LAST work without the item. */
const collect = (node: unknown, used: UsedItems): void => {
  if (typeof node !== 'object' || node === null) return
  if ('op' in node && 'item' in node) {
    const { op, item } = node as { op: string; item: Item }
    if (op === 'load' || op === 'loadText') used.needed.push(item)
    if ((op === 'ERR' || op === 'OK') && item.mapping !== undefined) used.tested.push(item.mapping.unit)
  }
  for (const [key, part] of Object.entries(node)) {
    if (key === 'by') used.needed.push(part as Item)
    else if (key !== 'item') collect(part, used)
  }
}
