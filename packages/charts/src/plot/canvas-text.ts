/** How texts in a chart look. */
export const fontOf = (px: number, weight = 400): string =>
  `${weight} ${px * devicePixelRatio}px "IBM Plex Sans Variable", system-ui, sans-serif`

/** Where something is drawn already, so that nothing is written over it. */
export class OccupiedSpans {
  readonly #spans: { from: number; till: number }[] = []

  /** Takes the place if it is free. */
  take(from: number, till: number): boolean {
    if (this.#spans.some((span) => from < span.till && till > span.from)) return false
    this.#spans.push({ from, till })
    return true
  }
}
