import { fileURLToPath } from 'node:url'

/** The folder of this package. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url))
