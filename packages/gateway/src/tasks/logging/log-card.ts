import type { Card } from '../../storage/card/card.ts'
import { CardError } from '../../storage/card/card-error.ts'

/** What logs need of the card. */
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
