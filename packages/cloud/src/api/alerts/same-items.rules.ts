/** Which of the stored items stay, which go, and which are new. */
export interface ItemChanges<Stored, Wanted> {
  kept: Stored[]
  gone: Stored[]
  added: Wanted[]
}

/** Items that are the same in all but their id keep it. Of two alike, each stays for one. */
export const itemChanges = <Wanted extends object, Stored extends Wanted & { id: number }>(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  contentOf: (item: Wanted) => string,
): ItemChanges<Stored, Wanted> => {
  const free = Map.groupBy(stored, contentOf)
  const kept: Stored[] = []
  const added: Wanted[] = []
  for (const item of wanted) {
    const same = free.get(contentOf(item))?.shift()
    if (same === undefined) added.push(item)
    else kept.push(same)
  }
  return { kept, gone: [...free.values()].flat(), added }
}
