// For `npm test`: properties draw the same cases each time, so that a red run is about the change. `npm run test:random` draws others.
// A failing case is printed with its seed and path, unshrunk; running its file by itself with them shrinks it.
import { configureGlobal } from 'fast-check'

const { BUSBAR_SEED: seed = '2026' } = process.env
configureGlobal({ endOnFailure: true, ...(seed !== 'random' && { seed: Number(seed) }) })
