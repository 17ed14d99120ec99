import { type Formula, paramsOf, parseFormula } from '../../formula/parse.ts'
import type { Branch } from './reports.contract.ts'
import type { BranchRow } from './reports.sql.ts'

const levelsMax = 5
const bordersMax = 4
const borderCharsMax = 40

/**
 * Returns the error of a report with its position in the request, or null. References to other objects are not checked
 * here.
 */
export const branchesProblem = (branches: readonly Branch[]): string | null => {
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  for (const [at, branch] of branches.entries()) {
    const problem = byId.get(branch.id) === branch ? branchProblem(branch, byId) : 'id: is there twice'
    if (problem !== null) return `body.branches.${at}.${problem}`
  }
  return null
}

const branchProblem = (branch: Branch, byId: ReadonlyMap<string, Branch>): string | null => {
  const { parentBranchId, borders, value } = branch
  if (parentBranchId !== undefined && !byId.has(parentBranchId)) return 'parentBranchId: is no branch of this report'
  if (mainOf(branch.id, byId) === null) {
    return `parentBranchId: leads more than ${levelsMax} levels up, or round in a circle`
  }
  const marks = borders?.split(',').map((mark) => mark.trim())
  if (marks !== undefined && (marks.length > bordersMax || marks.some((mark) => !isMark(mark)))) {
    return `borders: must be at most ${bordersMax} marks with commas between, each of at most ${borderCharsMax} characters`
  }
  if (value !== undefined && 'formula' in value) {
    const formula = parseFormula(value.formula)
    if ('error' in formula) return `value.formula: ${formula.error}, at character ${formula.at + 1}`
  }
  return null
}

const isMark = (mark: string): boolean => mark.length > 0 && mark.length <= borderCharsMax

/** The branch without a parent above this one; null where there is none within the levels that are allowed. */
const mainOf = (id: string, byId: ReadonlyMap<string, Branch>): string | null => {
  let at = id
  for (let level = 1; level <= levelsMax; level += 1) {
    const parent = byId.get(at)?.parentBranchId
    if (parent === undefined) return at
    at = parent
  }
  return null
}

/** Branches as they are stored, of a report in which nothing is wrong. */
export const branchRows = (reportId: string, branches: readonly Branch[]): BranchRow[] => {
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  return branches.map(
    ({
      id,
      name,
      parentBranchId = null,
      borders = null,
      category = null,
      value,
      maxPerHour = null,
      unit = null,
      decimals = null,
    }) => ({
      id,
      reportId,
      name,
      parentId: parentBranchId,
      mainId: mainOf(id, byId) ?? id,
      borders,
      category,
      paramId: value !== undefined && 'paramId' in value ? value.paramId : null,
      formula: value !== undefined && 'formula' in value ? value.formula : null,
      linkId: value !== undefined && 'linkId' in value ? value.linkId : null,
      maxPerHour,
      unit,
      decimals,
    }),
  )
}

/** A branch as answers have it. */
export const shownBranch = (row: BranchRow): Branch => ({
  id: row.id,
  name: row.name,
  ...(row.parentId !== null && { parentBranchId: row.parentId }),
  ...(row.borders !== null && { borders: row.borders }),
  ...(row.category !== null && { category: row.category }),
  ...(row.paramId !== null && { value: { paramId: row.paramId } }),
  ...(row.formula !== null && { value: { formula: row.formula } }),
  ...(row.linkId !== null && { value: { linkId: row.linkId } }),
  ...(row.maxPerHour !== null && { maxPerHour: row.maxPerHour }),
  ...(row.unit !== null && { unit: row.unit }),
  ...(row.decimals !== null && { decimals: row.decimals }),
})

/** A stored formula; it was checked when it was saved. */
export const formulaOf = (text: string): Formula => {
  const formula = parseFormula(text)
  if ('error' in formula) throw new Error(`a stored formula ${formula.error}: ${text}`)
  return formula
}

/** The counters that a branch itself is made of. */
export const countersOf = ({ paramId, formula }: BranchRow): number[] => {
  if (paramId !== null) return [paramId]
  return formula === null ? [] : paramsOf(formulaOf(formula))
}
