import { readFile } from 'node:fs/promises'

export interface ChangelogSection {
  title: string
  /** Each in one line. */
  changes: string[]
}

const sectionsMax = 3
const changesMax = 200

/** Parses the changelog that is shipped with the program, newest section first. */
export const changelogOf = (text: string): ChangelogSection[] => {
  const sections: ChangelogSection[] = []
  for (const line of text.split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? []
    const [, change] = /^- (.+)$/.exec(line) ?? []
    const last = sections.at(-1)
    if (title !== undefined) sections.push({ title: title.trim(), changes: [] })
    else if (change !== undefined) last?.changes.push(change)
    else if (/^\s+\S/.test(line) && last !== undefined && last.changes.length > 0)
      last.changes.push(`${last.changes.pop()} ${line.trim()}`)
  }
  return sections
    .slice(0, sectionsMax)
    .map(({ title, changes }) => ({ title, changes: changes.toReversed().slice(0, changesMax) }))
}

/** In a checkout, and where it is installed: beside `node_modules`. */
const places = ['../../../../', '../../../../../'].map((up) => new URL(`${up}CHANGELOG.md`, import.meta.url))

/** None where the program was installed without it. */
export const readChangelog = async (): Promise<ChangelogSection[]> => {
  const [text = ''] = (await Promise.all(places.map((place) => readFile(place, 'utf8').catch(() => '')))).filter(
    Boolean,
  )
  return changelogOf(text)
}
