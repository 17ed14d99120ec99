/** A list in pieces of so many. A long list is read in several statements, and what else there is to do is done between them. */
export function* piecesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** What is read for each piece, in order; the next one is on its way while one is taken up. */
export async function* readAhead<T, Found>(
  pieces: Iterable<T>,
  read: (piece: T) => Promise<Found>,
): AsyncGenerator<[piece: T, found: Found]> {
  let before: [T, Promise<Found>] | undefined
  for (const piece of pieces) {
    const found = read(piece)
    // The one who awaits it gets its failure; if none does any more, it is dropped.
    found.catch(() => {})
    if (before !== undefined) yield [before[0], await before[1]]
    before = [piece, found]
  }
  if (before !== undefined) yield [before[0], await before[1]]
}
