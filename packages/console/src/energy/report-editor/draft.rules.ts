import type { AnswerOf } from '../../data/api/api-query.ts'

export type Report = AnswerOf<'reports', 'get'>
export type Branch = Report['branches'][number]

/** A report as it is being edited. */
export interface ReportDraft {
  name: string
  branches: readonly Branch[]
}

const levelsMax = 5

export interface BranchRow {
  branch: Branch
  /** From 0. */
  level: number
}

const parentOf = ({ parentBranchId }: Branch): string | null => parentBranchId ?? null

/** Branches as they are shown: each followed by those below it. */
export const rowsOf = (branches: readonly Branch[]): BranchRow[] => {
  const below = Map.groupBy(branches, parentOf)
  const put = (parent: string | null, level: number): BranchRow[] =>
    (below.get(parent) ?? []).flatMap((branch) => [{ branch, level }, ...put(branch.id, level + 1)])
  return put(null, 0)
}

/** A branch and all below it. */
export const idsBelow = (branches: readonly Branch[], id: string): Set<string> => {
  const ids = new Set([id])
  for (const { branch } of rowsOf(branches)) if (ids.has(parentOf(branch) ?? '')) ids.add(branch.id)
  return ids
}

const heightOf = (branches: readonly Branch[], id: string): number => {
  const rows = rowsOf(branches)
  const ids = idsBelow(branches, id)
  const levels = rows.filter(({ branch }) => ids.has(branch.id)).map(({ level }) => level)
  return Math.max(...levels) - Math.min(...levels) + 1
}

export type MoveDirection = 'up' | 'down' | 'in' | 'out'

/** The branches after a branch was moved by a step; null where it cannot. */
export const moved = (branches: readonly Branch[], id: string, step: MoveDirection): Branch[] | null => {
  const branch = branches.find((one) => one.id === id)
  if (branch === undefined) return null
  const siblings = branches.filter((one) => parentOf(one) === parentOf(branch))
  const at = siblings.indexOf(branch)
  if (step === 'up' || step === 'down') {
    const other = siblings[at + (step === 'up' ? -1 : 1)]
    return other === undefined ? null : swapped(branches, branch, other)
  }
  if (step === 'in') {
    const above = siblings[at - 1]
    const level = rowsOf(branches).find((row) => row.branch.id === above?.id)?.level ?? 0
    if (above === undefined || level + 1 + heightOf(branches, id) > levelsMax) return null
    return atEnd(branches, { ...branch, parentBranchId: above.id })
  }
  const parent = branches.find((one) => one.id === parentOf(branch))
  if (parent === undefined) return null
  const { parentBranchId: _, ...rest } = branch
  const raised: Branch = parent.parentBranchId === undefined ? rest : { ...rest, parentBranchId: parent.parentBranchId }
  const others = branches.filter((one) => one !== branch)
  const index = others.indexOf(parent) + 1
  return [...others.slice(0, index), raised, ...others.slice(index)]
}

const swapped = (branches: readonly Branch[], one: Branch, other: Branch): Branch[] =>
  branches.map((branch) => (branch === one ? other : branch === other ? one : branch))

const atEnd = (branches: readonly Branch[], changed: Branch): Branch[] => [
  ...branches.filter(({ id }) => id !== changed.id),
  changed,
]

export const removed = (branches: readonly Branch[], id: string): Branch[] => {
  const gone = idsBelow(branches, id)
  return branches.filter((branch) => !gone.has(branch.id))
}

export const changed = (branches: readonly Branch[], branch: Branch): Branch[] =>
  branches.map((one) => (one.id === branch.id ? branch : one))

/** Undo history of the edited report. */
export interface History {
  past: readonly ReportDraft[]
  now: ReportDraft
  future: readonly ReportDraft[]
  /** Subject of the last change: typing in one field counts as one step. */
  about: string
}

const pastMax = 200

export const changedTo = (history: History, now: ReportDraft, about: string): History => {
  const isTyping = about !== '' && about === history.about
  const past = isTyping ? history.past : [...history.past, history.now].slice(-pastMax)
  return { past, now, future: [], about }
}

export const undone = ({ past, now, future }: History): History | null => {
  const before = past.at(-1)
  return before === undefined ? null : { past: past.slice(0, -1), now: before, future: [now, ...future], about: '' }
}

export const redone = ({ past, now, future }: History): History | null => {
  const [next, ...rest] = future
  return next === undefined ? null : { past: [...past, now], now: next, future: rest, about: '' }
}

/** Which branch a refusal of the service is about. */
export const refusedBranch = (branches: readonly Branch[], message: string): string | null => {
  const at = /^body\.branches\.(\d+)\./.exec(message)?.[1]
  return at === undefined ? null : (branches[Number(at)]?.id ?? null)
}
