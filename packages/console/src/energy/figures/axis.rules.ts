/** Round numbers from nought to just beyond the greatest, `count` or a few more. */
export const ticksTo = (greatest: number, count: number): number[] => {
  if (!(greatest > 0)) return [0, 1]
  const raw = greatest / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= raw * (1 - 1e-9)) ?? 10) * power
  const steps = Math.ceil(greatest / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

/** Which of so many columns have a label, when each label takes this room. */
export const labelStep = (columns: number, width: number, labelPx: number): number =>
  Math.max(1, Math.ceil((columns * labelPx) / Math.max(1, width)))

/** A scale grows so far for a mark: beyond that columns would be too low to be read. */
const growth = 1.5

/** Of marks on a scale those that can be seen beside what is drawn. */
export const marksWithin = (marks: readonly number[], greatest: number): number[] =>
  marks.filter((mark) => mark > 0 && mark <= greatest * growth)
