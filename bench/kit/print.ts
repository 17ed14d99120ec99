/** Rows under each other: columns of numbers to the right, others to the left. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isNumber = (rows.at(-1) ?? []).map((cell) => /^\d/.test(cell))
  const pad = (cell: string, column: number): string =>
    isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

/** A measured value and where it should be. */
export interface Goal {
  what: string
  value: number
  unit?: string
  wants: { atMost: number } | { below: number } | { atLeast: number }
}

/** Values, targets and verdicts. */
export const goalTable = (goals: readonly Goal[]): string => table(goals.map(goalRow))

const goalRow = ({ what, value, unit = '', wants }: Goal): string[] => {
  const [[word, target] = ['', 0]] = Object.entries(wants)
  const meets =
    'atMost' in wants ? value <= wants.atMost : 'below' in wants ? value < wants.below : value >= wants.atLeast
  const words: Record<string, string> = { atMost: 'at most', below: 'below', atLeast: 'at least' }
  return [
    what,
    `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`,
    `${words[word]} ${target}${unit}`,
    meets ? 'meets' : 'misses',
  ]
}
