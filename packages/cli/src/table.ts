import { at } from '@busbar/kit'

/** Rows of texts as columns, each as wide as its widest text; the first row is the heading. */
export const tableLines = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((text, index) => text.padEnd(at(widths, index)))
      .join('  ')
      .trimEnd(),
  )
}
