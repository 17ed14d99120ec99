/** How texts in a chart look. */
export const fontOf = (px: number, weight = 400): string =>
  `${weight} ${px * devicePixelRatio}px "IBM Plex Sans Variable", system-ui, sans-serif`

/** Tracks where text is already drawn, so that labels do not overlap. */
export class OccupiedSpans {
  readonly #spans: { from: number; till: number }[] = []

  /** Takes the place if it is free. */
  take(from: number, till: number): boolean {
    if (this.#spans.some((span) => from < span.till && till > span.from)) return false
    this.#spans.push({ from, till })
    return true
  }
}
