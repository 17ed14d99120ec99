import type { Log } from '@busbar/kit/log'

/**
 * Takes the lines of PostgreSQL's own log. Its routine lines are debug output; lines with details of an error are left out, since they
 * may hold a whole row.
 */
export const serverLog =
  (log: Pick<Log, 'debug' | 'info'>) =>
  (line: string): void => {
    if (line.startsWith('LOG: ')) log.debug({ line }, 'PostgreSQL')
    else if (!/^(DETAIL|CONTEXT|STATEMENT|HINT|\s)/.test(line)) log.info({ line }, 'PostgreSQL')
  }
