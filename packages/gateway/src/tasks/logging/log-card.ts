import type { Card } from '../../storage/card/card.ts'
import { CardError } from '../../storage/card/card-error.ts'
import { isDay, logRoot, numberOf } from './paths.rules.ts'

/** Part of the card interface that logs use. */
export type LogCard = Pick<Card, 'append' | 'dir' | 'remove'>

/** All names of a folder that may not be there; as many as a page has, page by page. */
export async function namesIn(card: LogCard, path: string): Promise<string[]> {
  const names: string[] = []
  try {
    for (;;) {
      const { items, total, toIdx } = await card.dir(path, names.length)
      for (const { name } of items) names.push(name)
      if (toIdx === null || toIdx + 1 >= total || items.length === 0) return names
    }
  } catch (error) {
    if (error instanceof CardError && error.code === 'ERROR_FR_NO_PATH') return names
    throw error
  }
}

/**
 * Removes the days before the first stored one, of all tasks, also removed ones. Other files stay. Throws the first
 * error at the end.
 */
export async function sweepLogs(card: LogCard, firstStoredDay: string, signal: AbortSignal): Promise<void> {
  const refusals: unknown[] = []
  for (const task of await namesIn(card, logRoot)) {
    const days = (await namesIn(card, `${logRoot}/${task}`)).filter((name) => isDay(name) && name < firstStoredDay)
    for (const day of days) {
      if (signal.aborted) return
      await removeDay(card, `${logRoot}/${task}/${day}`, signal).catch((error: unknown) => refusals.push(error))
    }
  }
  if (refusals.length > 0) throw refusals[0]
}

async function removeDay(card: LogCard, path: string, signal: AbortSignal): Promise<void> {
  const names = await namesIn(card, path)
  const own = names.filter((name) => numberOf(name) > 0)
  for (const name of own) {
    if (signal.aborted) return
    await card.remove(`${path}/${name}`)
  }
  if (own.length === names.length) await card.remove(path)
}
