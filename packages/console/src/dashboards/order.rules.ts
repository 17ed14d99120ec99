/** A list with the item at `from` put at `to`; the others keep their order. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const item = list[from]
  if (item === undefined) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item)
}

/** Where a key moves an item of a list; null for keys that do not. */
export const indexAfterKey = (key: string, at: number, count: number): number | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1)
}
