import { type LogCard, namesIn } from './log-card.ts'
import { isDay, logRoot, numberOf } from './paths.rules.ts'

/**
 * Removes the days before the first that is kept, of every task, those that are gone too. What is not ours stays. Throws the first
 * refusal, at the end.
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
