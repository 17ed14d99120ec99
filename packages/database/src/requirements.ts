import { DatabaseProblem } from './problem.ts'

export interface ServerFacts {
  /** The first part of its version. */
  version: number
  /** The whole version, as it says it. */
  shown: string
  encoding: string
}

const versionMin = 15

/** Refuses a server that our statements would not run on, or whose texts cannot hold every name. */
export const checkServer = ({ version, shown, encoding }: ServerFacts): void => {
  if (version < versionMin) {
    throw new DatabaseProblem(`The database runs PostgreSQL ${shown}; Busbar needs ${versionMin} or later.`)
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseProblem(
      `The database is encoded in ${encoding}; Busbar needs UTF8: ` +
        "make another one (create database busbar encoding 'UTF8' template template0).",
    )
  }
}
