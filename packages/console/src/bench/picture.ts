import { withBenchPage } from './bench-page.ts'
import type { BusyMs } from './picture-page.ts'

/** How long the new values of a picture keep the page busy in each frame, in ms. Null where there is no browser. */
export const measurePicture = (elements: number, changes: number, seconds: number): Promise<BusyMs | null> =>
  withBenchPage('picture-page.ts', (page) =>
    page.evaluate(([count, changed, rounds]) => window.live(count, changed, rounds), [
      elements,
      changes,
      seconds,
    ] as const),
  )
